import { z } from 'zod';
import { parseUrl } from '../outbound/parse-url.ts';
import { boundedList } from '../schema/bounded.ts';
import { CalendarDay, named } from '../schema/described.ts';
import { trimmedText } from '../schema/text.ts';
import { AbusePatch, AbuseSettings, abuseText } from '../trust/abuse-settings.ts';

const longestUrl = 1_000;
const localHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether a page of the account may have this address: https, or http on the developer's own machine. */
function isSiteUrl(text: string): boolean {
  const url = parseUrl(text);
  if (url?.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && localHosts.has(url.hostname));
}

const SiteUrl = trimmedText(longestUrl)
  .refine(isSiteUrl, 'expected an https URL, or an http URL on localhost')
  .meta({ format: 'uri' });

const hidable = ['position', 'total'] as const;
const Hide = boundedList(z.array(z.enum(hidable)), 10, 'items').transform((items) => [...new Set(items)]);

/** Up to 30 days. */
const Hours = z.int().min(1).max(720);
/** A day in UTC after today: one in the past would delete at once. */
const FutureDay = z.iso
  .date({ error: 'expected a day as YYYY-MM-DD', abort: true })
  .refine((day) => day > new Date().toISOString().slice(0, 10), 'must be a day after today (UTC)')
  .refine((day) => day < '2200-01-01', 'must be before the year 2200');
const creditTimes = ['on_signup', 'on_confirm'] as const;

const texts = {
  links: 'Links that the people on the list get.',
  site_url:
    'The page where people sign up: https, or http on localhost. Referral links are this URL with `ref=CODE` in its query. Null: there are no referral links.',
  status_page: 'Whether the service serves a small status page for each signup.',
  hide: 'What the status of a signup leaves out: `position` (with `display_position`), `total`.',
  confirmation: 'Whether new signups are asked to confirm their address by a link in a mail.',
  enabled:
    'Whether new signups are asked. Their own mail is sent once they have confirmed. Those that are on the list already are not asked.',
  expires_hours: 'How long a link is valid, in hours: 1 to 720.',
  url: 'Where the link leads, with the token in its query as `token`; your server passes that to `POST /v1/confirmations`. Null: a page of the service with a button.',
  redirect_url: 'Where the page of the service leads after the confirmation. Null: it says that it is done.',
  remind_after_hours:
    'After how many hours without a confirmation one more mail is sent, 1 to 720; it must be less than `expires_hours`. Null: none.',
  retention: 'How long signups are kept. They are deleted as if you had: `signup.removed` is published.',
  unconfirmed_days:
    'After how many days a signup is deleted that was asked to confirm and has not, 1 to 3650; never while its link is valid. Null: it is kept.',
  delete_on:
    'The day, from 00:00 UTC, on which the signups from before it are deleted. Later ones are kept. Null: none.',
  credit:
    'When a referrer gets the credit for a signup: at once (`on_signup`), or when it is confirmed (`on_confirm`).',
} as const;

/** The settings of a waitlist, whole: what is not set has its default (N1). */
export const WaitlistSettings = named(
  'WaitlistSettings',
  z.object({
    links: z
      .object({
        site_url: z.string().nullable().default(null).describe(texts.site_url),
        status_page: z.boolean().default(false).describe(texts.status_page),
        hide: z.array(z.enum(hidable)).default([]).describe(texts.hide),
      })
      .prefault({})
      .describe(texts.links),
    confirmation: z
      .object({
        enabled: z.boolean().default(false).describe(texts.enabled),
        expires_hours: z.int().default(48).describe(texts.expires_hours),
        url: z.string().nullable().default(null).describe(texts.url),
        redirect_url: z.string().nullable().default(null).describe(texts.redirect_url),
        remind_after_hours: z.int().nullable().default(null).describe(texts.remind_after_hours),
        credit: z.enum(creditTimes).default('on_signup').describe(texts.credit),
      })
      .prefault({})
      .describe(texts.confirmation),
    abuse: AbuseSettings.prefault({}).describe(abuseText),
    retention: z
      .object({
        unconfirmed_days: z.int().nullable().default(null).describe(texts.unconfirmed_days),
        delete_on: CalendarDay.nullable().default(null).describe(texts.delete_on),
      })
      .prefault({})
      .describe(texts.retention),
  }),
);
export type WaitlistSettings = z.infer<typeof WaitlistSettings>;

/** The body of PATCH settings: a JSON merge patch (RFC 7396), so null resets a setting to its default. */
export const WaitlistSettingsPatch = named(
  'WaitlistSettingsChange',
  z.strictObject({
    links: z
      .strictObject({
        site_url: SiteUrl.nullable().describe(texts.site_url),
        status_page: z.boolean().nullable().describe(texts.status_page),
        hide: Hide.nullable().describe(texts.hide),
      })
      .partial()
      .nullish()
      .describe(texts.links),
    confirmation: z
      .strictObject({
        enabled: z.boolean().nullable().describe(texts.enabled),
        expires_hours: Hours.nullable().describe(texts.expires_hours),
        url: SiteUrl.nullable().describe(texts.url),
        redirect_url: SiteUrl.nullable().describe(texts.redirect_url),
        remind_after_hours: Hours.nullable().describe(texts.remind_after_hours),
        credit: z.enum(creditTimes).nullable().describe(texts.credit),
      })
      .partial()
      .nullish()
      .describe(texts.confirmation),
    abuse: AbusePatch.nullish().describe(abuseText),
    retention: z
      .strictObject({
        unconfirmed_days: z.int().min(1).max(3_650).nullable().describe(texts.unconfirmed_days),
        delete_on: FutureDay.nullable().describe(texts.delete_on),
      })
      .partial()
      .nullish()
      .describe(texts.retention),
  }),
);
export type WaitlistSettingsPatch = z.infer<typeof WaitlistSettingsPatch>;

/** The stored settings of a list, without defaults. */
export type StoredSettings = Readonly<Record<string, unknown>>;

/** Completes stored settings with the defaults. */
export function toSettings(stored: StoredSettings | null | undefined): WaitlistSettings {
  return WaitlistSettings.parse(stored ?? {});
}
