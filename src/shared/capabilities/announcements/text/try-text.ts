import type { Caller } from '../../../account/api-keys/caller.ts';
import type { Session } from '../../../account/sessions/session.ts';
import { findSettings } from '../../../list/settings/queries.ts';
import { findWaitlist } from '../../../list/waitlists/queries.ts';
import type { Waitlist } from '../../../list/waitlists/schema.ts';
import type { EmailTemplate } from '../../../mail/design/default-template.ts';
import { sendTestEmail } from '../../../mail/settings/send-test-email.ts';
import { type EmailPreview, previewSignupEmail } from '../../../mail/templates/preview-signup-email.ts';
import { notFound } from '../../../platform/errors.ts';
import { assertId } from '../../../platform/ids.ts';
import type { Context } from '../../context.ts';
import { findAnnouncement, findText } from '../queries.ts';
import { listSample } from '../selection/select-queries.ts';
import { type GivenText, toText } from './check-text.ts';
import { toMailTemplate } from './footer.ts';

/**
 * Sends one mail of an announcement right away, marked as a test. To a user who sends it, and sees the
 * preview, it is what the preview shows; to any other address it has sample values. @returns the From address
 * @throws AppError not_found; invalid_request in a test mode, and with the provider's message if it refused
 * the mail; quota_exceeded without a route or an allowance
 */
export async function testAnnouncement(
  ctx: Context,
  caller: Caller,
  announcementId: string,
  to: string,
  sender: Pick<Session, 'email'> | null = null,
): Promise<{ from: string }> {
  assertId(announcementId, 'announcement');
  const { accountId } = caller;
  const key = { accountId, id: announcementId };
  const { waitlist_id: listId } = (await findAnnouncement(ctx.sql, key)) ?? notFound('announcement');
  const waitlist = (await findWaitlist(ctx.sql, accountId, listId)) ?? notFound('announcement');
  const { subject, html } = await toTemplate(ctx, accountId, listId, await findText(ctx.sql, key));
  return sendTestEmail(ctx, caller, waitlist, { to, subject, html }, 'announcement', sender);
}

/** The same of a text that need not be stored. @throws AppError as both */
export async function testText(
  ctx: Context,
  caller: Caller,
  waitlist: Waitlist,
  given: GivenText & { readonly to: string },
  sender: Pick<Session, 'email'>,
): Promise<{ from: string }> {
  const text = await toText(ctx.sql, caller.accountId, waitlist.id, given);
  const { subject, html } = await toTemplate(ctx, caller.accountId, waitlist.id, text);
  return sendTestEmail(ctx, caller, waitlist, { to: given.to, subject, html }, 'announcement', sender);
}

/**
 * A text as its mail would be for a person of the waitlist, the newest one unless another is named, for
 * members of the account. It may still be written: placeholders that are no variables are named.
 */
export async function previewText(
  ctx: Context,
  caller: Caller,
  waitlist: Waitlist,
  text: EmailTemplate,
  signupId: string | null = null,
): Promise<EmailPreview> {
  const template = await toTemplate(ctx, caller.accountId, waitlist.id, text);
  return previewSignupEmail(ctx, caller, waitlist, template, 'announcement', { signupId });
}

/** The same of a stored announcement, for the first of its people. @throws AppError not_found */
export async function previewAnnouncement(
  ctx: Context,
  caller: Caller,
  waitlist: Waitlist,
  announcementId: string,
): Promise<EmailPreview> {
  const key = { accountId: caller.accountId, id: announcementId };
  const { waitlist_id } = (await findAnnouncement(ctx.sql, key)) ?? notFound('announcement');
  if (waitlist_id !== waitlist.id) notFound('announcement');
  const [text, [first]] = await Promise.all([findText(ctx.sql, key), listSample(ctx.sql, key)]);
  return previewText(ctx, caller, waitlist, text, first?.signup_id);
}

const toTemplate = async (
  { sql }: Pick<Context, 'sql'>,
  accountId: string,
  waitlistId: string,
  text: { readonly subject: string; readonly html: string },
) => toMailTemplate(text, (await findSettings(sql, accountId, waitlistId)) ?? null);
