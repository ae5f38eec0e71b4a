import { type PlanName, plans } from '../../account/plans.ts';
import { newId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/connection.ts';
import type { JobNotification } from '../../platform/queue/jobs.ts';
import type { OutboundEvent } from './events.ts';
import { hasFeeds, insertFiredEvents } from './fan-out-queries.ts';
import type { FactsOfRow } from './signup-facts.ts';

/** From so many events on it is asked first whether anybody wants them. */
const many = 20;

/** An event, and the account whose integrations may want it. */
export interface FiredEvent {
  readonly accountId: string;
  readonly plan: PlanName;
  readonly event: OutboundEvent;
  /** Of a signup whose row is gone: kept with the event if an integration includes any of it. */
  readonly signup?: FactsOfRow;
}

/**
 * Enqueues events for their accounts' integrations (§6.1), in the transaction that causes them.
 * @returns the fan-out jobs to notify workers of after the commit: one for each event that an integration
 * wants
 */
export async function fireEvents(tx: Tx, events: readonly FiredEvent[]): Promise<JobNotification[]> {
  const included = events.filter(({ plan }) => plans[plan].integrations);
  if (included.length === 0) return [];
  if (included.length >= many && !(await hasFeeds(tx, included))) return [];
  return insertFiredEvents(
    tx,
    included.map(({ accountId, event, signup }) => ({
      id: newId(),
      account_id: accountId,
      ...event,
      signup,
    })),
  );
}
