import { z } from 'zod';
import type { Acting } from '../../account/audit/actor.ts';
import { recordAction } from '../../account/audit/record-action.ts';
import { notFound } from '../../platform/errors.ts';
import type { KeepAnswer } from '../../platform/idempotency/keep-answer.ts';
import type { Tx } from '../../platform/postgres/connection.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import { named } from '../../platform/schema/described.ts';
import type { Context } from '../context.ts';
import { lockWaitlist } from '../waitlists/queries.ts';
import type { LinkKind } from './link-token.ts';

/** The body of POST links/revoke. */
export const LinkRevocation = named(
  'LinkRevocation',
  z.strictObject({ kind: z.enum(['status']).describe('The kind of links to revoke.') }),
);
export type LinkRevocation = z.infer<typeof LinkRevocation>;

/**
 * Revokes all links of one kind that the people on a waitlist have (N1). New ones work. Stores the answer to
 * a request with an idempotency key.
 * @throws AppError not_found
 */
export async function revokeLinks(
  { sql }: Context,
  by: Acting,
  waitlistId: string,
  { kind }: LinkRevocation,
  keepAnswer?: KeepAnswer<undefined>,
): Promise<void> {
  const { accountId } = by;
  await transaction(sql, async (tx) => {
    (await lockWaitlist(tx, accountId, waitlistId)) ?? notFound('waitlist');
    await raiseEpoch(tx, accountId, waitlistId, kind);
    await recordAction(tx, by, 'links.revoked', { id: waitlistId, details: { kind } });
    await keepAnswer?.(tx, undefined);
  });
}

/**
 * Raises the epoch of a kind; it starts again at 1 behind the highest. The caller must have locked the
 * waitlist.
 */
async function raiseEpoch(tx: Tx, accountId: string, waitlistId: string, kind: LinkKind): Promise<void> {
  await tx`
    INSERT INTO link_epochs AS e (account_id, waitlist_id, kind, epoch) VALUES (${accountId}, ${waitlistId}, ${kind}, 1)
    ON CONFLICT (account_id, waitlist_id, kind) DO UPDATE SET epoch = e.epoch % 65535 + 1`;
}
