import { AppError } from '../../../shared/platform/errors.ts';
import type { Say } from '../../../shared/platform/language/say.ts';
import { textFor } from '../form/form-errors.ts';

/** Why a post was not taken, for the visitor. */
export interface Refusal {
  readonly status: number;
  readonly text: string;
  /** The name of the input to be changed. */
  readonly field: string | undefined;
  readonly retryAfterSeconds: number | undefined;
}

const answers: ReadonlySet<number> = new Set([400, 402, 409, 429, 503]);

/** What a visitor reads of a refusal; undefined for what is no answer to a post. */
export function toRefusal(error: unknown, say: Say): Refusal | undefined {
  if (!(error instanceof AppError) || !answers.has(error.status)) return undefined;
  const { status, field, retryAfterSeconds } = error;
  const text = textFor(error, say) ?? say(status === 400 ? 'signup.notSent' : 'signup.away');
  return { status, text, field, retryAfterSeconds };
}
