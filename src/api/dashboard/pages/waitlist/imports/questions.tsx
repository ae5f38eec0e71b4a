import type { Import, ImportRow } from '../../../../../shared/imports/schema.ts';
import { Form, IfMaySend, Submit } from '../../../parts/form.tsx';

interface QuestionsProps {
  readonly path: string;
  readonly of: Pick<Import, 'questions' | 'columns'>;
  readonly samples: readonly ImportRow[];
}

/** What has to be answered before an import can start, each with a button for each answer (N6). */
export function Questions({ path, of: { questions, columns }, samples }: QuestionsProps) {
  if (questions.length === 0) return null;
  return (
    <IfMaySend to={`${path}/mapping`}>
      <section class="card" aria-labelledby="questions">
        <h2 id="questions">Before you start</h2>
        {questions.map(({ column, values }) => {
          const index = columns.names.indexOf(column);
          const cells = samples
            .map((row) => (row.cells[index] ?? '').slice(0, 40))
            .filter((cell) => cell !== '');
          const shown = values.length > 0 ? values : cells;
          return (
            <Form key={column} action={`${path}/mapping`}>
              <h3>Does “{column}” tell who does not want your mails any more?</h3>
              <p>
                {shown.length > 0 ? `It has ${shown.map((value) => `“${value}”`).join(', ')}. ` : ''}
                People who have left keep their place, and get no mails: neither now nor when you invite
                people.
              </p>
              <div class="row">
                <Submit name={`column.${index}`} value="subscription">
                  Yes, do not mail those who have left
                </Submit>
                <Submit class="quiet" name={`column.${index}`} value="">
                  No, it tells something else
                </Submit>
              </div>
            </Form>
          );
        })}
      </section>
    </IfMaySend>
  );
}
