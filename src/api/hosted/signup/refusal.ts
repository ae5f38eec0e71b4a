import { turnstileInput } from '../../../shared/capabilities/forms/turnstile.ts';
import type { OpenPage } from '../../../shared/capabilities/pages/open-page.ts';
import { AppError } from '../../../shared/platform/errors.ts';
import type { Say } from '../../../shared/platform/language/say.ts';

/** Why a post was not taken, for the visitor. */
export interface Refusal {
  readonly status: number;
  readonly text: string;
  /** The name of the input to be changed. */
  readonly field?: string;
  readonly retryAfterSeconds?: number | undefined;
}

/** What a visitor reads of a refusal; undefined for what is no answer to a post. */
export function toRefusal(error: unknown, page: OpenPage, say: Say): Refusal | undefined {
  if (!(error instanceof AppError)) return undefined;
  const { status, retryAfterSeconds, message } = error;
  if (status === 402) return { status, text: say('signup.full') };
  if (status === 429) return { status, text: say('signup.slowDown'), retryAfterSeconds };
  if (status === 503) return { status, text: say('signup.away'), retryAfterSeconds };
  if (status !== 400) return undefined;
  if (message.startsWith('email:')) return { status, text: say('signup.wrongEmail'), field: 'email' };
  if (message.startsWith(turnstileInput)) return { status, text: say('signup.solveAgain') };
  const field = page.definitions.find(({ label }) => message.startsWith(`${label}: `));
  if (field === undefined) return { status, text: say('signup.notSent') };
  const { key, label, type } = field;
  const isMissing = message === `${label}: is required`;
  const text = isMissing ? 'signup.missing' : type === 'number' ? 'signup.wrongNumber' : 'signup.wrongField';
  return { status, text: say(text, { label }), field: key };
}
