import type { StoredSettings } from '../../list/settings/schema.ts';
import { type MailLook, plainLook } from '../../mail/design/mail-look.ts';
import { isHttps } from '../../platform/schema/site-url.ts';
import { BrandSettings } from './settings.ts';

/**
 * How the default mails of a list look: in the color of its brand, with its logo. Mail programs load a
 * picture from a public https URL only, so a service without one sends none.
 */
export function toMailLook({ brand }: StoredSettings, baseUrl: string): MailLook {
  if (!brand) return plainLook;
  const { color, logo } = BrandSettings.parse(brand);
  return { color, logoUrl: logo !== null && isHttps(baseUrl) ? `${baseUrl}${logo}` : null };
}
