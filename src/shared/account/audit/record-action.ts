import { newId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/connection.ts';
import { type Acting, operator } from './actor.ts';
import { insertEntry } from './queries.ts';
import type { AuditAction } from './schema.ts';

/**
 * What was changed, and what is needed to understand it. Never a secret, and no address of a person on a
 * list.
 */
interface AuditObject {
  readonly id?: string | null;
  readonly details?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
}

/**
 * Writes who does something into the audit log (N8), in the transaction of the change. So an entry is there
 * if and only if the change is. It takes no locks that others wait for.
 */
export async function recordAction(
  tx: Tx,
  { accountId, actor = operator }: Acting,
  action: AuditAction,
  { id = null, details = {} }: AuditObject = {},
): Promise<void> {
  await insertEntry(tx, {
    account_id: accountId,
    id: newId(),
    actor_type: actor.type,
    actor_id: actor.id,
    actor_name: actor.name,
    action,
    object_type: action.split('.')[0] ?? action,
    object_id: id?.toLowerCase() ?? null,
    details: JSON.stringify(details),
  });
}
