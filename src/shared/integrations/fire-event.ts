import type { Tx } from '../db.ts';
import type { OutboundEvent } from '../events.ts';
import { newId } from '../ids.ts';
import type { Ring } from '../jobs.ts';
import { type PlanName, plans } from '../plans.ts';
import { insertFiredEvent } from './queries.ts';

/**
 * Owes an event to the account's integrations (§6.1), in the transaction that causes it.
 * @returns the ring for fan-out-event that is due after the commit, if an integration wants the event
 */
export async function fireEvent(
  tx: Tx,
  account: { readonly accountId: string; readonly plan: PlanName },
  event: OutboundEvent,
): Promise<Ring | undefined> {
  if (!plans[account.plan].integrations) return undefined;
  return insertFiredEvent(tx, newId(), account.accountId, event);
}
