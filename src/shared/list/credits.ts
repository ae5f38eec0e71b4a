import type { RowKey } from '../platform/postgres/by-key.ts';
import type { Fragment, Statement, Tx } from '../platform/postgres/connection.ts';
import { type Credit, type CreditPart, listPlace, type WaitlistKey } from './parts.ts';

const parts = (): CreditPart[] => listPlace.parts().flatMap(({ credits }) => credits ?? []);

/** To run before the counts of these referrers change, with what `CreditPart.beforeChange` says. */
export const tellCredits = (tx: Tx, accountId: string, credits: readonly Credit[]): Statement[] =>
  parts().map((part) => part.beforeChange(tx, accountId, credits));

/** To run where more is known of referrals of these referrers, which the caller holds. */
export const tellProof = (tx: Tx, referrers: readonly RowKey[]): Statement[] =>
  parts().map((part) => part.onProof(tx, referrers));

/** The condition that anything waits for proof of a referral claim `c`. */
export const isProofAwaited = (tx: Tx): Fragment =>
  parts().reduce((others, part) => tx`(${others} OR ${part.awaitsProof(tx)})`, tx`false`);

/** Tells that signups may have got credits that nothing told of. The caller holds the counter. */
export async function recountCredits(tx: Tx, waitlist: WaitlistKey): Promise<void> {
  for (const part of parts()) await part.recount(tx, waitlist);
}
