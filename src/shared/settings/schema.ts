import { z } from 'zod';
import { FormPatch, FormSettings, formText } from '../forms/form-settings.ts';
import { LeaderboardPatch, LeaderboardSettings, leaderboardText } from '../leaderboard/schema.ts';
import { RewardSettings, RewardsPatch, rewardsText } from '../rewards/schema.ts';
import { boundedList } from '../schema/bounded.ts';
import { CalendarDay, named } from '../schema/described.ts';
import { SiteUrl } from '../schema/site-url.ts';
import { AbusePatch, AbuseSettings, abuseText } from '../trust/abuse-settings.ts';

const hidable = ['position', 'total'] as const;
const Hide = boundedList(z.array(z.enum(hidable)), 10, 'items').transform((items) => [...new Set(items)]);

/** Up to 30 days. */
const Hours = z.int().min(1).max(720);
/** A day in UTC after today: one in the past would delete at once. */
const FutureDay = z.iso
  .date({ error: 'must be a day as YYYY-MM-DD', abort: true })
  .refine((day) => day > new Date().toISOString().slice(0, 10), 'must be a day after today (UTC)')
  .refine((day) => day < '2200-01-01', 'must be before the year 2200');
const RetentionDays = z.int().min(1).max(3_650);
const creditTimes = ['on_signup', 'on_confirm'] as const;

const texts = {
  links: 'Links that the people on the list get.',
  site_url:
    'The page where people sign up: https, or http on localhost. Referral links are this URL with `ref=CODE` in its query. Null: there are no referral links.',
  status_page: 'Whether the service serves a small status page for each signup.',
  show_rewards: 'Whether the status of a signup shows the rewards that it has reached, by their keys.',
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
  delete_after_conversion_days:
    'After how many days the signup of a person who became a user is deleted, 1 to 3650. Null: it is kept.',
  invitations: 'Invitations from the list into your product.',
  invite_url:
    'Your own page that accepts an invitation: https, or http on localhost. Links of invitations are this URL with `token=TOKEN` in its query. Null: nobody can be invited.',
  require_email_match:
    'Whether an invitation converts only for the address that was invited. Without it anybody with the link can use it, once.',
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
        show_rewards: z.boolean().default(false).describe(texts.show_rewards),
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
    rewards: RewardSettings.default([]).describe(rewardsText),
    leaderboard: LeaderboardSettings.prefault({}).describe(leaderboardText),
    invitations: z
      .object({
        url: z.string().nullable().default(null).describe(texts.invite_url),
        require_email_match: z.boolean().default(true).describe(texts.require_email_match),
      })
      .prefault({})
      .describe(texts.invitations),
    form: FormSettings.prefault({}).describe(formText),
    retention: z
      .object({
        unconfirmed_days: z.int().nullable().default(null).describe(texts.unconfirmed_days),
        delete_on: CalendarDay.nullable().default(null).describe(texts.delete_on),
        delete_after_conversion_days: z
          .int()
          .nullable()
          .default(null)
          .describe(texts.delete_after_conversion_days),
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
        show_rewards: z.boolean().nullable().describe(texts.show_rewards),
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
    rewards: RewardsPatch.nullish().describe(rewardsText),
    leaderboard: LeaderboardPatch.nullish().describe(leaderboardText),
    invitations: z
      .strictObject({
        url: SiteUrl.nullable().describe(texts.invite_url),
        require_email_match: z.boolean().nullable().describe(texts.require_email_match),
      })
      .partial()
      .nullish()
      .describe(texts.invitations),
    form: FormPatch.nullish().describe(formText),
    retention: z
      .strictObject({
        unconfirmed_days: RetentionDays.nullable().describe(texts.unconfirmed_days),
        delete_on: FutureDay.nullable().describe(texts.delete_on),
        delete_after_conversion_days: RetentionDays.nullable().describe(texts.delete_after_conversion_days),
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
