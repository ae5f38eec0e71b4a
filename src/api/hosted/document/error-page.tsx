import type { Locale } from '../../../shared/platform/language/locales.ts';
import { sayIn } from '../../../shared/platform/language/say.ts';
import type { PageError } from '../../plugins/page-error.ts';
import type { HostedPage } from './hosted-page.tsx';
import { messagePage } from './message-page.ts';

/** What a visitor sees of an error. Whatever is not there reads alike: nobody learns what once was. */
export function errorPage({ status, message }: PageError, locale: Locale): HostedPage {
  if (status !== 404) return messagePage(message, { locale });
  const say = sayIn(locale);
  return messagePage(say('message.badLink'), {
    locale,
    children: <p class="muted">{say('message.badLinkText')}</p>,
  });
}
