import { honeypotInput, timeInput } from '../../../shared/capabilities/forms/form-input.ts';
import type { OpenForm } from '../../../shared/capabilities/forms/open-form.ts';
import { turnstileInput } from '../../../shared/capabilities/forms/turnstile.ts';
import type { HostedPage } from '../document/hosted-page.tsx';
import { messagePage } from '../document/message-page.ts';

/** What people read after a post that was taken. It is the same for every address. */
export function thanksOf({ confirmation }: OpenForm['settings']): string {
  return `Thank you. ${confirmation.enabled ? 'Please look into your inbox.' : 'You are on the list.'}`;
}

/** How a form's list looks to a visitor. */
type Look = Pick<HostedPage, 'brand' | 'locale' | 'name'>;

/** The same on a page, for people without the script. */
export const thanksPage = ({ settings }: Pick<OpenForm, 'settings'>, look: Look): HostedPage =>
  messagePage(thanksOf(settings), { ...look, title: 'Thank you' });

/** A post that was refused. The browser keeps what was entered behind its back button. */
export const refusedPage = (message: string): HostedPage =>
  messagePage('Your signup was not sent.', {
    title: 'Not sent',
    children: (
      <>
        <p>{message}</p>
        <p class="muted">Go back to try again.</p>
      </>
    ),
  });

/**
 * Shows one button to a visitor whose page could not sign the time. It posts the same form again with a
 * signed time. Pressed sooner than people can, it leads to this page again, with the same time.
 */
export function askPage(
  { waitlist_name, settings }: Pick<OpenForm, 'waitlist_name' | 'settings'>,
  look: Look,
  input: Readonly<Record<string, unknown>>,
  time: string,
): HostedPage {
  const names = ['email', 'ref', 'utm_source', honeypotInput, turnstileInput, ...settings.form.fields];
  return {
    ...look,
    title: `Sign up for ${waitlist_name}`,
    heading: 'One more step before you are on the list.',
    children: (
      <form method="post">
        {names.map((name) => {
          const value = Object.hasOwn(input, name) ? input[name] : undefined;
          return typeof value === 'string' && <input key={name} type="hidden" name={name} value={value} />;
        })}
        <input type="hidden" name={timeInput} value={time} />
        <button class="wide" type="submit">
          Confirm that you are not a robot
        </button>
      </form>
    ),
  };
}
