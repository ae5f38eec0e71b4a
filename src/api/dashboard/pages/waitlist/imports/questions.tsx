import type { Import, ImportRow } from '../../../../../shared/capabilities/imports/schema.ts';
import { Form, IfMaySend, Submit } from '../../../parts/form.tsx';

interface QuestionsProps {
  readonly path: string;
  readonly uploadPath: string;
  readonly of: Pick<Import, 'questions' | 'columns' | 'encoding'>;
  readonly samples: readonly ImportRow[];
}

type Question = Import['questions'][number];

/** What has to be answered before an import can start, each with a button for each answer (N6). */
export function Questions({ path, uploadPath, of, samples }: QuestionsProps) {
  if (of.questions.length === 0) return null;
  const cellsOf = (column: string) => {
    const index = of.columns.names.indexOf(column);
    return samples.map((row) => (row.cells[index] ?? '').slice(0, 40)).filter((cell) => cell !== '');
  };
  return (
    <IfMaySend to={`${path}/mapping`}>
      <section class="card" aria-labelledby="questions">
        <h2 id="questions">Before you start</h2>
        {of.questions.map((question) => (
          <Form key={question.text} action={`${path}/mapping`}>
            {question.kind === 'encoding' && (
              <Encoding values={question.values} encoding={of.encoding} uploadPath={uploadPath} />
            )}
            {question.kind === 'date_order' && <DateOrder values={question.values} />}
            {question.kind === 'subscription' && question.column !== null && (
              <Subscription
                column={question.column}
                index={of.columns.names.indexOf(question.column)}
                values={question.values.length > 0 ? question.values : cellsOf(question.column)}
              />
            )}
          </Form>
        ))}
      </section>
    </IfMaySend>
  );
}

const quoted = (values: Question['values']) => values.map((value) => `“${value}”`).join(', ');

function Encoding({
  values,
  encoding,
  uploadPath,
}: Pick<Question, 'values'> & { readonly encoding: string; readonly uploadPath: string }) {
  return (
    <>
      <h3>Do these read right?</h3>
      <p>
        {quoted(values)}. The file is not UTF-8; it was read as {encoding}, as Excel writes it. If letters are
        wrong, <a href={uploadPath}>upload the file again</a> with another encoding.
      </p>
      <div class="row">
        <Submit name="encoding" value={encoding}>
          Yes, they read right
        </Submit>
      </div>
    </>
  );
}

function DateOrder({ values: [text, first, second] }: Pick<Question, 'values'>) {
  return (
    <>
      <h3>Which day is “{text}”?</h3>
      <p>
        No date of the file tells whether the month or the day comes first. The answer is for all of them.
      </p>
      <div class="row">
        <Submit name="date_order" value="mdy">
          {first} (month first)
        </Submit>
        <Submit name="date_order" value="dmy">
          {second} (day first)
        </Submit>
      </div>
    </>
  );
}

function Subscription({
  column,
  index,
  values,
}: Pick<Question, 'values'> & { readonly column: string; readonly index: number }) {
  return (
    <>
      <h3>Does “{column}” tell who does not want your mails any more?</h3>
      <p>
        {values.length > 0 ? `It has ${quoted(values)}. ` : ''}
        People who have left keep their place, and get no mails: neither now nor when you invite people.
      </p>
      <div class="row">
        <Submit name={`column.${index}`} value="subscription">
          Yes, do not mail those who have left
        </Submit>
        <Submit class="quiet" name={`column.${index}`} value="">
          No, it tells something else
        </Submit>
      </div>
    </>
  );
}
