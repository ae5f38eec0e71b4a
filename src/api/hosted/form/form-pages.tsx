import { honeypotInput, timeInput } from '../../../shared/capabilities/forms/form-input.ts';
import type { OpenForm } from '../../../shared/capabilities/forms/open-form.ts';
import { turnstileInput } from '../../../shared/capabilities/forms/turnstile.ts';
import { HostedDocument, MessagePage } from '../hosted-document.tsx';

/** What people read after a post that was taken. It is the same for every address. */
export function thanksOf({ confirmation }: OpenForm['settings']): string {
  return `Thank you. ${confirmation.enabled ? 'Please look into your inbox.' : 'You are on the list.'}`;
}

/** The same on a page, for people without the script. */
export function ThanksPage({ settings }: Pick<OpenForm, 'settings'>) {
  return <MessagePage title="Thank you" message={thanksOf(settings)} />;
}

/** A post that was refused. The browser keeps what was entered behind its back button. */
export function RefusedPage({ message }: { message: string }) {
  return (
    <HostedDocument title="Not sent">
      <h1>Your signup was not sent.</h1>
      <p>{message}</p>
      <p>Go back to try again.</p>
    </HostedDocument>
  );
}

/**
 * Shows one button to a visitor whose page could not sign the time. It posts the same form again with a
 * signed time. Pressed sooner than people can, it leads to this page again, with the same time.
 */
export function AskPage({
  form: { waitlist_name, settings },
  input,
  time,
}: {
  form: Pick<OpenForm, 'waitlist_name' | 'settings'>;
  input: Readonly<Record<string, unknown>>;
  time: string;
}) {
  const names = ['email', 'ref', 'utm_source', honeypotInput, turnstileInput, ...settings.form.fields];
  return (
    <HostedDocument title={`Sign up for ${waitlist_name}`}>
      <h1>{waitlist_name}</h1>
      <p>One more step before you are on the list.</p>
      <form method="post">
        {names.map((name) => {
          const value = Object.hasOwn(input, name) ? input[name] : undefined;
          return typeof value === 'string' && <input key={name} type="hidden" name={name} value={value} />;
        })}
        <input type="hidden" name={timeInput} value={time} />
        <button type="submit">Confirm that you are not a robot</button>
      </form>
    </HostedDocument>
  );
}
