import { z } from 'zod';
import { AppError } from '../../platform/errors.ts';
import { SiteUrl } from '../../platform/schema/site-url.ts';

/** Up to 30 days. */
const Hours = z.int().min(1).max(720);
const creditTimes = ['on_signup', 'on_confirm'] as const;

const texts = {
  enabled:
    'Whether new signups are asked. Their own mail is sent once they have confirmed. Those that are on the list already are not asked.',
  expires_hours: 'How long a link is valid, in hours: 1 to 720.',
  url: 'Where the link leads, with the token in its query as `token`; your server passes that to `POST /v1/confirmations`. Null: a page of the service with a button.',
  redirect_url: 'Where the page of the service leads after the confirmation. Null: it says that it is done.',
  remind_after_hours:
    'After how many hours without a confirmation one more mail is sent, 1 to 720; it must be less than `expires_hours`. Null: none.',
  credit:
    'When a referrer gets the credit for a signup: at once (`on_signup`), or when it is confirmed (`on_confirm`).',
} as const;

export const confirmationText = 'Whether new signups are asked to confirm their address by a link in a mail.';

/** The group `confirmation` of a waitlist's settings, whole (N3). */
export const ConfirmationSettings = z.object({
  enabled: z.boolean().default(false).describe(texts.enabled),
  expires_hours: z.int().default(48).describe(texts.expires_hours),
  url: z.string().nullable().default(null).describe(texts.url),
  redirect_url: z.string().nullable().default(null).describe(texts.redirect_url),
  remind_after_hours: z.int().nullable().default(null).describe(texts.remind_after_hours),
  credit: z.enum(creditTimes).default('on_signup').describe(texts.credit),
});
export type ConfirmationSettings = z.infer<typeof ConfirmationSettings>;

/** The same in a JSON merge patch. */
export const ConfirmationPatch = z
  .strictObject({
    enabled: z.boolean().nullable().describe(texts.enabled),
    expires_hours: Hours.nullable().describe(texts.expires_hours),
    url: SiteUrl.nullable().describe(texts.url),
    redirect_url: SiteUrl.nullable().describe(texts.redirect_url),
    remind_after_hours: Hours.nullable().describe(texts.remind_after_hours),
    credit: z.enum(creditTimes).nullable().describe(texts.credit),
  })
  .partial();

/** @throws AppError invalid_request for a reminder that comes after the end */
export function assertReminderInTime({ expires_hours, remind_after_hours }: ConfirmationSettings): void {
  if (remind_after_hours !== null && remind_after_hours >= expires_hours)
    throw new AppError('invalid_request', 'confirmation.remind_after_hours: must be less than expires_hours');
}
