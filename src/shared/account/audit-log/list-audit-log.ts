import { notFound } from '../../platform/errors.ts';
import { assertId } from '../../platform/ids.ts';
import { findAccount } from '../accounts/queries.ts';
import { type AuditFilter, type AuditRow, listEntries } from '../audit/queries.ts';
import type { AuditEntry, AuditPage, AuditQuery } from '../audit/schema.ts';
import type { Context } from '../context.ts';

/** A page of the account's audit log, newest first (N8). */
export async function listAuditLog(
  { sql }: Context,
  { accountId }: { readonly accountId: string },
  { limit, after }: AuditQuery,
  filter: AuditFilter = {},
): Promise<AuditPage> {
  const rows = await listEntries(sql, accountId, after, limit + 1, filter);
  const data = rows.slice(0, limit).map(toEntry);
  return { data, next_cursor: rows.length > limit ? (data.at(-1)?.id ?? null) : null };
}

/** The newest entries for an operator, who may name any account. @throws AppError not_found */
export async function listAnyAuditLog(
  ctx: Context,
  accountId: string,
  query: AuditQuery,
): Promise<AuditPage> {
  assertId(accountId, 'account');
  const { id } = (await findAccount(ctx.sql, accountId)) ?? notFound('account');
  return listAuditLog(ctx, { accountId: id }, query);
}

function toEntry(row: AuditRow): AuditEntry {
  const { id, created_at, actor_type, actor_id, actor_name, action, object_type, object_id, details } = row;
  return {
    id,
    created_at,
    actor: { type: actor_type, id: actor_id, name: actor_name },
    action,
    object: { type: object_type, id: object_id },
    details,
  };
}
