import type { Readable } from 'node:stream';
import { statement } from '../../platform/postgres/transaction.ts';
import type { Context } from '../context.ts';
import type { Acting } from './actor.ts';
import { recordAction } from './record-action.ts';
import type { AuditAction } from './schema.ts';

/**
 * Records an export before its first byte is sent. Without the entry there is no export: the stream is
 * destroyed.
 */
export async function recordExport(
  ctx: Pick<Context, 'sql'>,
  by: Acting,
  action: AuditAction & `${string}exported`,
  text: Readable,
  id?: string,
): Promise<void> {
  try {
    await statement(ctx.sql, (tx) => recordAction(tx, by, action, { id: id ?? null }));
  } catch (error) {
    text.destroy();
    throw error;
  }
}
