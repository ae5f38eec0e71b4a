import { AppError } from '../../platform/errors.ts';
import type { OwnPool } from '../../platform/postgres/own-pool.ts';
import { statement } from '../../platform/postgres/transaction.ts';
import type { Context } from '../context.ts';
import { cellOf, hashApiKey, isApiKey } from './api-key.ts';
import { cacheCallers } from './cache-callers.ts';
import { type Caller, toCaller } from './caller.ts';
import { findCaller, touchApiKey } from './queries.ts';

const touchIntervalMs = 60_000;

/**
 * Creates a function that authenticates an `Authorization` header by its API key, as `cacheCallers` says.
 * @throws AppError unauthorized, from the returned function
 */
export function callerFinder(
  ctx: Context,
  lookups: OwnPool,
): (authorization: string | undefined) => Promise<Caller> {
  async function load(key: string, hash: Buffer): Promise<Caller> {
    const row = await lookups.run((sql) => findCaller(sql, hash));
    if (!row) throw strangerTo(ctx.config.cell, key);
    if (row.last_used_at === null || Date.now() - Date.parse(row.last_used_at) > touchIntervalMs) {
      statement(ctx.sql, (tx) => touchApiKey(tx, row.key_id)).catch((err: unknown) =>
        ctx.log.warn({ err }, 'last_used_at was not written'),
      );
    }
    return toCaller({ ...row, actor: { type: 'api_key', id: row.key_id, name: row.key_name } });
  }
  const find = cacheCallers(load);
  return (authorization) => {
    const key = bearerToken(authorization);
    return key === undefined || !isApiKey(key) ? Promise.reject(unauthorized()) : find(key, hashApiKey(key));
  };
}

/** The token of an `Authorization` header. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
}

/** A key of another cell tells where it belongs. */
function strangerTo(cell: string | null, key: string): AppError {
  const other = cellOf(key);
  if (other === null || other === cell) return unauthorized();
  return new AppError(
    'unauthorized',
    `This API key belongs to the cell ${other}. Call the address of that cell.`,
  );
}

function unauthorized(): AppError {
  return new AppError(
    'unauthorized',
    'Missing, invalid or revoked API key. Send it as: Authorization: Bearer <API_KEY>',
  );
}
