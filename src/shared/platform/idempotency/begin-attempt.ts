import { createHash } from 'node:crypto';
import { AppError, unavailable } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Sql } from '../postgres/connection.ts';
import { statement } from '../postgres/transaction.ts';
import { keyedHash } from '../secrets/keyed-hash.ts';
import { type Attempt, findKey, insertAttempt, type KeyedRequest, type KeyRow } from './queries.ts';

/** An answer that was given before. */
export interface KeptAnswer {
  readonly status: number;
  /** The text of the body; null for an empty one. */
  readonly body: string | null;
}

export const hashBody = (body: Buffer | '') => createHash('sha256').update(body).digest();

/** What is kept of a body with this SHA-256. */
export const bodyMacOf = (hashKey: Buffer, accountId: string, bodyHash: Buffer) =>
  keyedHash(hashKey, `body ${accountId}`, bodyHash);

/** A key can become free between the two statements. */
const maxTries = 3;

/**
 * Begins an attempt at a request with an idempotency key, or returns the answer that it got before (N1). If
 * the attempt neither stores an answer nor ends within `leaseMs`, it counts as dead, and a repeat takes the
 * key over. The dead attempt can then no longer store an answer, nor commit a transaction that would.
 * @throws AppError conflict for another body, and for a request that is still running
 */
export async function beginAttempt(
  sql: Sql,
  request: KeyedRequest,
  leaseMs: number,
): Promise<{ attempt: Attempt } | { answer: KeptAnswer }> {
  for (let tries = 1; tries <= maxTries; tries++) {
    const attempt = await statement(sql, (tx) => insertAttempt(tx, request, newId(), leaseMs));
    if (attempt) return { attempt };
    const row = await findKey(sql, request);
    const isInUse = row && (row.status !== null || row.seconds_left > 0 || tries === maxTries);
    if (isInUse) return { answer: answerOf(row) };
  }
  throw unavailable(new Error('The idempotency key was found neither free nor in use'));
}

function answerOf({ has_body, status, answer, seconds_left }: KeyRow): KeptAnswer {
  if (!has_body)
    throw new AppError(
      'conflict',
      'Idempotency-Key: was used with another body. Send each body with its own key.',
    );
  if (status === null)
    throw new AppError('conflict', 'Idempotency-Key: a request with this key is still running.', {
      retryAfterSeconds: Math.max(1, seconds_left),
    });
  return { status, body: answer };
}
