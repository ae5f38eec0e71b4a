import type { z } from 'zod';
import type { Caller } from '../../account/api-keys/caller.ts';
import type { Session } from '../../account/sessions/session.ts';
import { SignupInput } from '../../list/signups/schema.ts';
import type { Waitlist } from '../../list/waitlists/schema.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { statement, transaction } from '../../platform/postgres/transaction.ts';
import { toAsciiAddress, toEmailKey } from '../../platform/schema/email-address.ts';
import { findUsage, releaseReservation, reserveAllowance } from '../allowance/allowance-queries.ts';
import { openManagedTransport } from '../allowance/managed.ts';
import type { Context } from '../context.ts';
import type { TemplateKind } from '../parts.ts';
import { messageIdOf } from '../providers/from-address.ts';
import {
  type EmailTransport,
  mayHaveLeft,
  type OutgoingEmail,
  type SendResult,
} from '../providers/provider.ts';
import { previewSignupEmail, renderSample } from '../templates/preview-signup-email.ts';
import { EmailTemplateInput } from '../templates/set-email-template.ts';
import { unsealIfPossible } from './email-provider.ts';
import { findEmailProvider } from './provider-queries.ts';

/** A template to try, saved or not, and the recipient. */
export const TestEmailInput = EmailTemplateInput.extend({ to: SignupInput.shape.email });
export type TestEmailInput = z.infer<typeof TestEmailInput>;

/**
 * Sends one mail of a template right away, with a subject that marks it as a test, on the route of signup
 * emails (C6.2). To the user who sends it, who sees the preview, it is what the preview shows; to any other
 * address, and for an API key, it holds sample values. No job is enqueued and no signup changes. On the
 * service's credentials it takes a reservation in the month's allowance, like any mail.
 * @returns the From address
 * @throws AppError invalid_request in a test mode; quota_exceeded without a route or an allowance;
 * invalid_request with the provider's message if it refused the mail
 */
export async function sendTestEmail(
  ctx: Context,
  caller: Caller,
  waitlist: Waitlist,
  { to, ...template }: TestEmailInput,
  kind: TemplateKind,
  sender: Pick<Session, 'email'> | null,
  locale = '',
): Promise<{ from: string }> {
  if (caller.isTest)
    throw new AppError('invalid_request', 'No mail leaves the test mode. Look at the preview.');
  const isOwn = sender !== null && toEmailKey(to) === toEmailKey(sender.email);
  const render = isOwn ? previewSignupEmail : renderSample;
  const { subject, html, text } = await render(ctx, caller, waitlist, template, kind, locale);
  const toMail = (from: string): OutgoingEmail => {
    const id = newId(); // of no signup: events about this mail are about none
    return {
      ...{ from, to: toAsciiAddress(to), subject: `[Test] ${subject}`, html, text, emailId: id },
      messageId: messageIdOf(`test-${id}`, from),
      idempotencyKey: `test-email/${id}`,
      unsubscribeUrl: null,
    };
  };
  const row = await findEmailProvider(ctx.sql, caller.accountId);
  if (row) {
    const own = unsealIfPossible(ctx, row);
    if (!own)
      throw new AppError(
        'invalid_request',
        'What was saved of your email provider cannot be opened any more: enter all of it anew.',
      );
    assertSent(await sendOnce(ctx, own.provider.open(own.config, ctx.httpClient), toMail(own.fromAddress)));
    return { from: own.fromAddress };
  }
  const { managed } = ctx.config.email;
  if (!managed || caller.allowance === 0)
    throw new AppError(
      'quota_exceeded',
      'There is no way to send: set up an email provider of your own first.',
    );
  const month = await takeReservation(ctx, caller);
  const result = await sendOnce(ctx, openManagedTransport(ctx.config, managed), toMail(managed.from));
  if (!isUsedUp(result)) await statement(ctx.sql, (tx) => releaseReservation(tx, caller.accountId, month));
  assertSent(result);
  return { from: managed.from };
}

/** @returns the month of the reservation. @throws AppError quota_exceeded */
async function takeReservation(ctx: Context, { accountId, allowance }: Caller): Promise<string> {
  const { month } = await findUsage(ctx.sql, accountId);
  const request = { account_id: accountId, wanted: 1, allowance };
  const granted = await transaction(ctx.sql, (tx) => reserveAllowance(tx, month, [request]));
  if (!granted.get(accountId))
    throw new AppError('quota_exceeded', 'The month’s allowance is used up, so no test can be sent either.');
  return month;
}

/** `unknown` if the mail may have been sent or not. */
async function sendOnce(
  { log }: Context,
  transport: EmailTransport,
  mail: OutgoingEmail,
): Promise<SendResult | 'unknown'> {
  try {
    return await transport.send(mail);
  } catch (err) {
    log.warn({ err, message_id: mail.messageId }, 'a test mail may have been sent or not');
    return 'unknown';
  } finally {
    transport.close();
  }
}

/** A provider that did not answer may have taken the mail: then its reservation stays. */
const isUsedUp = (result: SendResult | 'unknown') =>
  result === 'unknown' || result.outcome === 'sent' || mayHaveLeft(result);

function assertSent(result: SendResult | 'unknown'): void {
  if (result === 'unknown' || mayHaveLeft(result))
    throw new AppError(
      'invalid_request',
      'The provider broke off without an answer: the mail may have left, or not.',
    );
  if (result.outcome !== 'sent')
    throw new AppError('invalid_request', `The test mail was not sent. ${result.error}`);
}
