import { z } from 'zod';
import type { Context } from '../context.ts';
import { AppError, notFound } from '../errors.ts';
import { listFields } from '../fields/queries.ts';
import { builtInVariables } from '../fields/schema.ts';
import { assertId } from '../ids.ts';
import { hasControlCharacters, isStorable } from '../text.ts';
import { lockWaitlistAnywhere } from '../waitlists/queries.ts';
import { saveEmailCopy } from './queries.ts';
import { placeholdersOf } from './template.ts';

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

/** Gives a waitlist its own signup email (C6.1). @throws AppError not_found; invalid_request for a placeholder that is no variable, with its name */
export async function setEmailCopy(
  ctx: Context,
  waitlistId: string,
  copy: EmailCopyInput,
): Promise<{ waitlist_id: string }> {
  assertId(waitlistId, 'waitlist');
  return ctx.sql.begin(async (tx) => {
    (await lockWaitlistAnywhere(tx, waitlistId)) ?? notFound('waitlist');
    const fields = await listFields(tx, waitlistId, { limit: 200, offset: 0 });
    const known = new Set<string>([...builtInVariables, ...fields.map(({ key }) => key)]);
    const unknown = [...placeholdersOf(copy.subject), ...placeholdersOf(copy.html)].find(
      (name) => !known.has(name),
    );
    if (unknown !== undefined)
      throw new AppError('invalid_request', `{{${unknown}}} is no variable of this waitlist’s email.`);
    await saveEmailCopy(tx, waitlistId, copy);
    return { waitlist_id: waitlistId };
  });
}
