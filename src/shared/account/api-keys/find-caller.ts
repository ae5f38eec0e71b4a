import { AppError } from '../../platform/errors.ts';
import type { OwnPool } from '../../platform/postgres/own-pool.ts';
import { statement } from '../../platform/postgres/transaction.ts';
import type { Context } from '../context.ts';
import { cellOf, hashApiKey, isApiKey } from './api-key.ts';
import { type Caller, toCaller } from './caller.ts';
import { findCaller, touchApiKey } from './queries.ts';

/**
 * Revoked keys and changed plans take effect within a second on every process (C2.9).
 * Expiry by age guarantees that; an invalidation message could be lost.
 */
const cacheMs = 800;
const touchIntervalMs = 60_000;
const maxCachedCallers = 10_000;

interface CachedCaller {
  readonly caller: Promise<Caller>;
  readonly expiresAt: number;
}

/**
 * Creates a function that authenticates an `Authorization` header.
 * Results are cached for less than a second, and concurrent requests with the same key share one query.
 * Keys are looked up on separate connections (`lookups`), so slow reads do not delay other requests.
 * @throws AppError unauthorized, from the returned function
 */
export function callerFinder(
  ctx: Context,
  lookups: OwnPool,
): (authorization: string | undefined) => Promise<Caller> {
  const cache = new Map<string, CachedCaller>();

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

  return (authorization) => {
    const key = bearerToken(authorization);
    if (key === undefined || !isApiKey(key)) return Promise.reject(unauthorized());
    const hash = hashApiKey(key);
    const name = hash.toString('base64');
    const now = performance.now();
    const cached = cache.get(name);
    if (cached && cached.expiresAt > now) return cached.caller;
    // Bounds the memory that requests with invented keys can use.
    // Cached callers cost one query to load again.
    if (cache.size >= maxCachedCallers) cache.clear();
    const caller = load(key, hash);
    cache.set(name, { caller, expiresAt: now + cacheMs });
    caller.catch(() => cache.delete(name));
    return caller;
  };
}

function bearerToken(authorization: string | undefined): string | undefined {
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
