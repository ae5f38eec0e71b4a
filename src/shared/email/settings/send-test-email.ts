import type { z } from 'zod';
import type { Caller } from '../../api-keys/caller.ts';
import type { Context } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { statement, transaction } from '../../postgres/transaction.ts';
import { SignupInput } from '../../signups/schema.ts';
import type { Waitlist } from '../../waitlists/schema.ts';
import { toAsciiAddress } from '../address.ts';
import { findUsage, releaseReservation, reserveAllowance } from '../allowance/allowance-queries.ts';
import { openManagedTransport } from '../allowance/managed.ts';
import { messageIdOf } from '../from-address.ts';
import type { EmailTransport, OutgoingEmail, SendResult } from '../providers/provider.ts';
import { renderSample } from '../templates/preview-signup-email.ts';
import { EmailTemplateInput } from '../templates/set-email-template.ts';
import { unsealIfPossible } from './email-provider.ts';
import { findEmailProvider } from './provider-queries.ts';

/** A copy to try, saved or not, and who gets it. */
export const TestEmailInput = EmailTemplateInput.extend({ to: SignupInput.shape.email });
export type TestEmailInput = z.infer<typeof TestEmailInput>;

/**
 * Sends a copy to an address, with made-up values and a subject that says so, the way that signup emails go (C6.2): now, and once. Nothing
 * is queued and no signup changes. On the service's credentials it takes a place in the month's allowance like any mail, for it leaves like one.
 * @returns who it is from. @throws AppError quota_exceeded where there is no way to send; invalid_request with the provider's words
 * where it did not take the mail
 */
export async function sendTestEmail(
  ctx: Context,
  caller: Caller,
  waitlist: Waitlist,
  { to, ...copy }: TestEmailInput,
): Promise<{ from: string }> {
  const { subject, html, text } = await renderSample(ctx, caller, waitlist, copy);
  const toMail = (from: string): OutgoingEmail => {
    const id = newId(); // of no signup: what the provider tells of this mail is about nobody
    return {
      ...{ from, to: toAsciiAddress(to), subject: `[Test] ${subject}`, html, text, signupId: id },
      messageId: messageIdOf(`test-${id}`, from),
      idempotencyKey: `test-email/${id}`,
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
  const month = await takePlace(ctx, caller);
  const result = await sendOnce(ctx, openManagedTransport(ctx.config, managed), toMail(managed.from));
  if (!mayHaveLeft(result)) await statement(ctx.sql, (tx) => releaseReservation(tx, caller.accountId, month));
  assertSent(result);
  return { from: managed.from };
}

/** @returns the month that the place is in. @throws AppError quota_exceeded */
async function takePlace(ctx: Context, { accountId, allowance }: Caller): Promise<string> {
  const { month } = await findUsage(ctx.sql, accountId);
  const request = { account_id: accountId, wanted: 1, allowance };
  const granted = await transaction(ctx.sql, (tx) => reserveAllowance(tx, month, [request]));
  if (!granted.get(accountId))
    throw new AppError('quota_exceeded', 'The month’s allowance is used up, so no test can be sent either.');
  return month;
}

/** `unknown` where nobody can know whether it left. */
async function sendOnce(
  { log }: Context,
  sender: EmailTransport,
  mail: OutgoingEmail,
): Promise<SendResult | 'unknown'> {
  try {
    return await sender.send(mail);
  } catch (err) {
    log.warn({ err, message_id: mail.messageId }, 'nobody can know whether this test mail left');
    return 'unknown';
  } finally {
    sender.close();
  }
}

/** A provider without an answer may have taken it: then its place in the allowance stays. */
function mayHaveLeft(result: SendResult | 'unknown'): boolean {
  if (result === 'unknown' || result.outcome === 'sent') return true;
  return result.outcome === 'retry' && result.mayHaveLeft === true;
}

function assertSent(result: SendResult | 'unknown'): void {
  if (result === 'unknown' || (result.outcome === 'retry' && result.mayHaveLeft))
    throw new AppError(
      'invalid_request',
      'The provider broke off without an answer: the mail may have left, or not.',
    );
  if (result.outcome !== 'sent')
    throw new AppError('invalid_request', `The test mail was not sent. ${result.error}`);
}
