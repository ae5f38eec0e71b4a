import type { TestMail } from '../../../../../shared/mail/signup-mail/list-test-mails.ts';
import { toWords } from '../../../plain-words.ts';

/** What the mails of a signup in the test mode would have been (N8). */
export function TestMails({ mails }: { mails: readonly TestMail[] }) {
  return (
    <section class="card" aria-labelledby="mails">
      <h2 id="mails">Mails</h2>
      <p class="soft">None of them left: this is the test mode.</p>
      {mails.map(({ id, kind, subject, text }) => (
        <details key={id}>
          <summary>
            {toWords(kind)}: {subject}
          </summary>
          <pre>{text}</pre>
        </details>
      ))}
    </section>
  );
}
