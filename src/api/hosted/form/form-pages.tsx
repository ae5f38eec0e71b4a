import {
  honeypotInput,
  inputOf,
  localeInput,
  timeInput,
} from '../../../shared/capabilities/forms/form-input.ts';
import type { OpenForm } from '../../../shared/capabilities/forms/open-form.ts';
import { turnstileInput } from '../../../shared/capabilities/forms/turnstile.ts';
import type { Locale } from '../../../shared/platform/language/locales.ts';
import { sayIn } from '../../../shared/platform/language/say.ts';
import type { HostedPage } from '../document/hosted-page.tsx';
import { messagePage } from '../document/message-page.ts';
import { linkParameters } from '../link-parameters.ts';

/** What people read after a post that was taken. It is the same for every address. */
export function thanksOf({ confirmation }: OpenForm['settings'], locale: Locale): string {
  return sayIn(locale)(confirmation.enabled ? 'form.lookInInbox' : 'form.onList');
}

/** How a form's list looks to a visitor. */
type Look = Pick<HostedPage, 'brand' | 'locale' | 'name'>;

/** The same on a page, for people without the script. */
export const thanksPage = ({ settings }: Pick<OpenForm, 'settings'>, look: Look): HostedPage =>
  messagePage(thanksOf(settings, look.locale), { ...look, title: sayIn(look.locale)('form.thanks') });

/** A post that was refused. The browser keeps what was entered behind its back button. */
export function refusedPage(message: string, look: Partial<Look> & Pick<Look, 'locale'>): HostedPage {
  const say = sayIn(look.locale);
  return messagePage(say('form.notSent'), {
    ...look,
    title: say('form.notSentTitle'),
    children: (
      <>
        <p>{message}</p>
        <p class="muted">{say('form.goBack')}</p>
      </>
    ),
  });
}

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
  const say = sayIn(look.locale);
  const names = [
    'email',
    ...linkParameters,
    localeInput,
    honeypotInput,
    turnstileInput,
    ...settings.form.fields.map(inputOf),
  ];
  return {
    ...look,
    title: say('form.askTitle', { list: waitlist_name }),
    heading: say('form.ask'),
    children: (
      <form method="post">
        {[...new Set(names)].map((name) => {
          const value = Object.hasOwn(input, name) ? input[name] : undefined;
          return typeof value === 'string' && <input key={name} type="hidden" name={name} value={value} />;
        })}
        <input type="hidden" name={timeInput} value={time} />
        <button class="wide" type="submit">
          {say('form.askButton')}
        </button>
      </form>
    ),
  };
}
