import type { Import, ImportRow } from '../../../../../shared/capabilities/imports/schema.ts';
import { Form, Submit } from '../../../parts/form.tsx';
import { Table } from '../../../parts/table.tsx';
import { newFieldOptions } from './new-fields.ts';

const targets: readonly (readonly [string, string])[] = [
  ['email', 'Email address'],
  ['created_at', 'Time of the signup'],
  ['position', 'Position'],
  ['referral_code', 'Own referral code'],
  ['referred_by', 'Who referred it'],
  ['id', 'Id, only to find who referred it'],
  ['utm_source', 'Source'],
  ['utm_medium', 'Medium'],
  ['utm_campaign', 'Campaign'],
  ['utm_term', 'Campaign term'],
  ['utm_content', 'Campaign content'],
  ['referrer', 'Page it came from'],
  ['confirmed_at', 'When it was confirmed'],
  ['subscription', 'Whether mails go there: who has left gets none'],
  ['unsubscribed_at', 'When it unsubscribed'],
  ['bounced_at', 'When its address bounced'],
  ['bounce_class', 'Whether it bounced for good (permanent) or for now (transient)'],
  ['converted_at', 'When the person became a user'],
  ['email_status', 'Status of the signup email'],
  ['email_delivered_at', 'When the email arrived'],
  ['email_opened_at', 'When the email was opened'],
  ['email_clicked_at', 'When a link was clicked'],
  ['metadata', 'Metadata as JSON'],
  ['fields', 'Custom fields as JSON'],
];

interface MappingFormProps {
  readonly path: string;
  readonly columns: readonly string[];
  readonly mapped: Import['columns']['mapped'];
  readonly fields: readonly { readonly key: string; readonly label: string }[];
  readonly samples: readonly ImportRow[];
  readonly questions: Import['questions'];
}

/** What each column becomes, with some of its cells. */
export function MappingForm({ path, columns, mapped, fields, samples, questions }: MappingFormProps) {
  const own = fields.map(({ key, label }) => [`fields.${key}`, `Field: ${label}`] as const);
  const asked = new Set(questions.map(({ column }) => column));
  const dropped = columns.filter((name) => (mapped[name] ?? '') === '' && !asked.has(name));
  return (
    <Form action={`${path}/mapping`} class="mapping" readable>
      {dropped.length > 0 && (
        <p class="message">
          Not imported: {dropped.join(', ')}. To keep such a column, choose what it becomes: a field of your
          own, or a new one.
        </p>
      )}
      <Table label="Columns of the file" columns={['Column', 'In the file', 'Becomes']}>
        {columns.map((name, index) => {
          const target = mapped[name] ?? '';
          const known = [...targets, ...own];
          const isOther = target !== '' && known.every(([value]) => value !== target);
          return (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td class="soft">
                {samples
                  .map(({ cells }) => (cells[index] ?? '').slice(0, 40))
                  .filter((cell) => cell !== '')
                  .join(' · ')}
              </td>
              <td>
                <select name={`column.${index}`} aria-label={`What ${name} becomes`}>
                  {asked.has(name) && (
                    <option value="" disabled selected>
                      Please answer above
                    </option>
                  )}
                  <option value="">Not imported</option>
                  {[...known, ...newFieldOptions, ...(isOther ? [[target, target] as const] : [])].map(
                    ([value, text]) => (
                      <option key={value} value={value} selected={value === target && !asked.has(name)}>
                        {text}
                      </option>
                    ),
                  )}
                </select>
              </td>
            </tr>
          );
        })}
      </Table>
      <div>
        <Submit class="quiet">Check again</Submit>
      </div>
    </Form>
  );
}
