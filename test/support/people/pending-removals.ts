import type { Sql } from '../../../src/shared/platform/postgres/connection.ts';

/**
 * The ids of `signup.removed` events that webhooks are still to get. Those that workers gave up are left out.
 */
export async function listPendingRemovals(sql: Sql): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    SELECT CASE WHEN o.job = 'fan-out-event' THEN o.id ELSE (o.payload ->> 'event_id')::uuid END AS id
    FROM outbox o LEFT JOIN integrations i ON i.id = o.integration_id
    WHERE o.payload ->> 'type' = 'signup.removed' AND o.due_at < 'infinity' AND (o.job = 'fan-out-event' OR i.type = 'webhook')`;
  return rows.map(({ id }) => id);
}
