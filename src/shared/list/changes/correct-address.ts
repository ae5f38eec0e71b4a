import { AppError } from '../../platform/errors.ts';
import type { Tx } from '../../platform/postgres/connection.ts';
import type { Context } from '../context.ts';
import { type Correction, eachListPart, type MadeJobs } from '../parts.ts';
import { foldAddress } from '../signals/address-forms.ts';
import { isAddressTaken, replaceAddress, subtractMail } from './address-queries.ts';

/**
 * Gives a signup another address (N9), whose counter and row the caller holds in that order. What belongs to
 * the person stays; what belongs to the mailbox begins anew: mails, confirmation, links, unsubscription.
 * @returns jobs to notify workers of after the commit
 * @throws AppError conflict if another signup of the waitlist has the address
 */
export async function correctAddress(
  ctx: Pick<Context, 'linkSigner'>,
  tx: Tx,
  correction: Correction,
  email: string,
): Promise<readonly MadeJobs[]> {
  if (await isAddressTaken(tx, correction))
    throw new AppError('conflict', 'Another signup of this waitlist has this address.', { field: 'email' });
  const fold = foldAddress(correction.emailKey);
  const counted = await replaceAddress(tx, correction, { email, fold });
  if (!counted) throw new AppError('conflict', 'The address of this signup was corrected too often.');
  const jobs: MadeJobs[] = [];
  const each = (when: 'of' | 'afterCounts') =>
    eachListPart(async (part) => {
      jobs.push((await part.correction?.[when]?.(ctx, tx, correction)) ?? {});
    });
  await each('of');
  await subtractMail(tx, correction, counted);
  await each('afterCounts');
  return jobs;
}
