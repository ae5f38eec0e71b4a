import { z } from 'zod';
import type { Context } from '../context.ts';
import { AppError, notFound } from '../errors.ts';
import { assertId } from '../ids.ts';
import { transaction } from '../postgres/transaction.ts';
import { hasControlCharacters, isStorable } from '../text.ts';
import { lockWaitlistAnywhere } from '../waitlists/queries.ts';
import { saveEmailCopy } from './copy-queries.ts';
import { describeUnknown, listVariables, unknownPlaceholders } from './copy-variables.ts';

export const EmailCopyInput = z.object({
  subject: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .refine((text) => !hasControlCharacters(text), 'must be one line'),
  html: z.string().min(1).max(200_000).refine(isStorable, 'must not hold U+0000 or half of a surrogate pair'),
});
export type EmailCopyInput = z.infer<typeof EmailCopyInput>;

/** Gives a waitlist its own signup email (C6.1). @throws AppError not_found; invalid_request for placeholders that are no variables, with their names */
export async function setEmailCopy(
  ctx: Context,
  waitlistId: string,
  copy: EmailCopyInput,
): Promise<{ waitlist_id: string }> {
  assertId(waitlistId, 'waitlist');
  return transaction(ctx.sql, async (tx) => {
    (await lockWaitlistAnywhere(tx, waitlistId)) ?? notFound('waitlist');
    const unknown = unknownPlaceholders(copy, await listVariables(tx, waitlistId));
    if (unknown.length > 0) throw new AppError('invalid_request', describeUnknown(unknown));
    await saveEmailCopy(tx, waitlistId, copy);
    return { waitlist_id: waitlistId };
  });
}
