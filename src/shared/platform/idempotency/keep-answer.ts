import { unavailable } from '../errors.ts';
import type { Tx } from '../postgres/connection.ts';
import type { KeptAnswer } from './begin-attempt.ts';
import { type Attempt, insertAnswer } from './queries.ts';

/**
 * Stores the answer to a request in the transaction that has its effect (N1). So after a crash there are
 * either both or neither. Call it last: its lock comes behind all others.
 */
export type KeepAnswer<Result> = (tx: Tx, result: Result) => Promise<void>;

/**
 * Stores the answer of an attempt. @throws AppError internal_error 503 if another attempt has taken the key
 * over
 */
export async function keepAnswer(tx: Tx, attempt: Attempt, answer: KeptAnswer): Promise<void> {
  if (!(await insertAnswer(tx, attempt, answer)))
    throw unavailable(new Error('The idempotency key was taken over by a later attempt'));
}
