import type { Variable } from '../../../../../shared/mail/templates/template-variables.ts';

/** The placeholders to use. Those of custom fields, which may be empty, are offered with a fallback. */
export function Placeholders({ variables }: { variables: readonly Variable[] }) {
  return (
    <details class="placeholders">
      <summary>Placeholders</summary>
      <p class="soft">
        They are replaced by each person’s values. The text after a bar is used where there is no value:{' '}
        <code>{'Hi {{company|there}}'}</code>.
      </p>
      <dl>
        {variables.map(({ name, label, type }) => {
          const text = type === null ? `{{${name}}}` : `{{${name}|${type === 'string' ? 'there' : '–'}}}`;
          return (
            <>
              <dt>
                <code>{text}</code>
              </dt>
              <dd>
                {label}{' '}
                <button type="button" class="quiet small" data-insert={text} hidden>
                  Insert<span class="hidden"> {text}</span>
                </button>
              </dd>
            </>
          );
        })}
      </dl>
    </details>
  );
}
