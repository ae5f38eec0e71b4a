import type { FormValues } from '../../../pages.ts';
import { Field, Submit } from '../../../parts/form.tsx';

interface TestMailProps {
  /** Where the form around it is sent for a test. */
  readonly action: string;
  /** The address of the user. */
  readonly to: string;
  /** What was entered. */
  readonly values: FormValues | undefined;
  readonly problem?: string | undefined;
}

/** Sends the mail of the form around it as a test. */
export function TestMail({ action, to, values, problem }: TestMailProps) {
  return (
    <section class="card" aria-labelledby="test">
      <h2 id="test">Send a test email</h2>
      <p class="soft">
        Sends the email as entered, saved or not, with “[Test]” in front of the subject. To you it has the
        values of the preview, to anybody else made-up ones. If the service sends your emails, the test counts
        towards the monthly allowance.
      </p>
      <div class="row test">
        <Field
          name="to"
          label="To"
          type="email"
          maxlength={320}
          values={values}
          initial={to}
          problem={problem}
        />
        <Submit class="quiet" formaction={action}>
          Send test email
        </Submit>
      </div>
    </section>
  );
}
