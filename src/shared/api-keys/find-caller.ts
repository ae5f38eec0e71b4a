import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';
import type { OwnPool } from '../postgres/own-pool.ts';
import { statement } from '../postgres/transaction.ts';
import { hashApiKey, isApiKey } from './api-key.ts';
import { type Caller, toCaller } from './caller.ts';
import { findCaller, touchApiKey } from './queries.ts';

/** A revoked key, a new plan and a new budget count within a second on every process (C2.9): by age, so that no lost message can stretch it. */
const freshMs = 800;
const touchEveryMs = 60_000;
const maxRemembered = 10_000;

interface Remembered {
  readonly caller: Promise<Caller>;
  readonly staleAt: number;
}

/**
 * Finds who stands behind an `Authorization` header. Answers are remembered for under a second, and calls
 * that ask for the same key at once share one query. Every request waits for this, so keys are looked up on connections of their own
 * (`lookups`): slow reads of one account hold up no other.
 * @returns a function from the header to the caller. @throws AppError unauthorized
 */
export function callerFinder(
  ctx: Context,
  lookups: OwnPool,
): (authorization: string | undefined) => Promise<Caller> {
  const remembered = new Map<string, Remembered>();

  async function load(hash: Buffer): Promise<Caller> {
    const row = await lookups.run((sql) => findCaller(sql, hash));
    if (!row) throw unauthorized();
    if (row.last_used_at === null || Date.now() - Date.parse(row.last_used_at) > touchEveryMs) {
      statement(ctx.sql, (tx) => touchApiKey(tx, row.key_id)).catch((err: unknown) =>
        ctx.log.warn({ err }, 'last_used_at was not written'),
      );
    }
    return toCaller(row);
  }

  return (authorization) => {
    const key = bearerToken(authorization);
    if (key === undefined || !isApiKey(key)) return Promise.reject(unauthorized());
    const hash = hashApiKey(key);
    const name = hash.toString('base64');
    const now = performance.now();
    const known = remembered.get(name);
    if (known && known.staleAt > now) return known.caller;
    // Unknown keys must not crowd out memory; a real key costs one query to remember again.
    if (remembered.size >= maxRemembered) remembered.clear();
    const caller = load(hash);
    remembered.set(name, { caller, staleAt: now + freshMs });
    caller.catch(() => remembered.delete(name));
    return caller;
  };
}

function bearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
}

function unauthorized(): AppError {
  return new AppError(
    'unauthorized',
    'Missing, invalid or revoked API key. Send it as: Authorization: Bearer <API_KEY>',
  );
}
