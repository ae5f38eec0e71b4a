import { noBrand } from '../../../shared/capabilities/branding/settings.ts';
import { defaultLocale } from '../../../shared/platform/language/locales.ts';
import type { HostedPage } from './hosted-page.tsx';

/** A page that says one thing. Without more it is about no list, such as one that nothing is found for. */
export function messagePage(message: string, page: Partial<HostedPage> = {}): HostedPage {
  return { title: message, brand: noBrand, locale: defaultLocale, name: null, heading: message, ...page };
}
