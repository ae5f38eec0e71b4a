import type { Tx } from '../../platform/postgres/connection.ts';
import { logTogether } from '../../platform/process/log-together.ts';
import type { Context } from '../context.ts';
import { mayHaveLeft, type SendResult } from '../providers/provider.ts';
import { type EmailOutcome, requeueEmail } from './outcome-queries.ts';
import { keyOf, recheckSeconds, type StartedEmail } from './start-emails.ts';
import { countFailure, noteOutage, pauseOf, type ServerFailures } from './throttles/outages.ts';
import { slowDown, throttleSourceOf, waitAsAsked } from './throttles/throttle-queries.ts';

/**
 * Seconds after the first, second, … failed attempt: five attempts over about a quarter of an hour (C6.6).
 * What fails while the server is down is none.
 */
const secondsAfterFailure = [30, 120, 240, 480];

/**
 * However long a provider asks to wait, a mail is sent again within a day; where it is refused as too many,
 * or its server is down, that is its wait in all.
 */
const longestWaitSeconds = 86_400;

/** A mail that is refused as too many again and again waits as long as it has waited so far, or this. */
const longestRepeatedWaitSeconds = 300;

/**
 * How long one answer pauses all mails on the same credentials, at most: too many, or out of order with a
 * `Retry-After`.
 */
const longestPauseSeconds = { throttled: 3_600, retry: 60 };

/** What a provider answers that has not taken a mail. */
export type Refusal = Exclude<SendResult, { outcome: 'sent' }>;

/** How a mail ended, but for what is the same of every mail. */
export type EmailEnd = Pick<EmailOutcome, 'state'> & Partial<EmailOutcome>;

/** When a mail is sent again. `record` writes down why, in the transaction that postpones its job. */
export interface EmailRetry {
  readonly retryAfterSeconds: number;
  /** How many attempts in a row came to nothing, where the pause grows with it. */
  readonly attempts?: number;
  readonly record: (tx: Tx) => Promise<void>;
}

/**
 * Decides what becomes of a mail that its provider has not taken (C6.6), and logs it. `startedAt` is when it
 * was handed over, on the clock of `performance`.
 */
export function afterRefusal(
  ctx: Pick<Context, 'log'> & { readonly failures: ServerFailures },
  mail: StartedEmail,
  refusal: Refusal,
  startedAt: number,
): EmailEnd | EmailRetry {
  const { log } = ctx;
  const { emailId, messageId: message_id } = mail.message;
  const { error, outcome } = refusal;
  const hasTime = mail.waitedSeconds < longestWaitSeconds;
  if (refusal.outcome === 'throttled' && hasTime) {
    const seconds = secondsToWait(mail, refusal.retryAfterSeconds);
    logTogether(log, 'info', emailId, { error }, 'mails wait: their provider has asked for that');
    return waitForPermit(mail, refusal, seconds, startedAt);
  }
  const seconds = secondsAfterFailure[mail.sendAttempts];
  if (refusal.outcome === 'unavailable' && countFailure(ctx, mail) && hasTime) {
    const isAttempt = refusal.mayBeOfMail === true && mail.outageSeconds === null;
    if (!isAttempt) return waitForServer(ctx, mail, refusal, 0);
    if (seconds !== undefined) return waitForServer(ctx, mail, refusal, seconds);
  }
  if (
    (refusal.outcome === 'retry' || (refusal.outcome === 'unavailable' && hasTime)) &&
    seconds !== undefined
  ) {
    logTogether(log, 'warn', emailId, { error }, 'mails will be tried again');
    return retryAfterFailure(mail, refusal, seconds, startedAt);
  }
  if (mail.isRepeated || mayHaveLeft(refusal)) {
    log.warn(
      { mail: emailId, error, message_id },
      'ambiguous: the mail is refused now, but may have left before; recorded as sent',
    );
    return { state: 'sent', ambiguous: true, error };
  }
  const state = refusal.outcome === 'refused' ? refusal.status : 'failed';
  logTogether(log, 'warn', emailId, { error, state }, 'mails were not sent');
  const why = outcome in reasonsAfterADay && !hasTime ? `${error} ${reasonsAfterADay[outcome]}` : error;
  return { state, error: why, retries_exhausted: refusal.outcome !== 'refused' };
}

const reasonsAfterADay: Readonly<Record<string, string>> = {
  throttled: 'It was asked to wait for a day.',
  unavailable: 'It was down for a day.',
};

/**
 * As long as its provider asks, and longer each time that it is refused again: what is too many for another
 * reason makes room.
 */
function secondsToWait({ waitedSeconds }: StartedEmail, askedSeconds: number): number {
  const seconds = Math.max(askedSeconds, Math.min(waitedSeconds, longestRepeatedWaitSeconds));
  return Math.min(seconds, longestWaitSeconds - waitedSeconds);
}

/** Behind its throttle, which makes its job due again. No attempt is counted. */
function waitForPermit(
  mail: StartedEmail,
  { error, retryAfterSeconds }: Refusal & { outcome: 'throttled' },
  seconds: number,
  startedAt: number,
): EmailRetry {
  const source = throttleSourceOf(mail.route, mail.accountId);
  return {
    retryAfterSeconds: recheckSeconds,
    async record(tx) {
      await waitAsAsked(tx, keyOf(mail), { source, seconds, error, mayHaveLeft: mail.isRepeated });
      await pause(tx, mail, Math.min(retryAfterSeconds, longestPauseSeconds.throttled), startedAt);
    },
  };
}

/**
 * Behind the throttle of its server, which is down. Behind the others, too: one that only fails itself must
 * not be all that is tried. `attemptSeconds` is the least wait of one that counts as an attempt, else 0.
 */
function waitForServer(
  ctx: Pick<Context, 'log'>,
  mail: StartedEmail,
  refusal: Refusal & { outcome: 'unavailable' },
  attemptSeconds: number,
): EmailRetry {
  const { error, retryAfterSeconds = 0 } = refusal;
  const pauseSeconds = pauseOf(mail, retryAfterSeconds);
  const wait = Math.max(pauseSeconds + 1, attemptSeconds, retryAfterSeconds);
  return {
    retryAfterSeconds: recheckSeconds,
    async record(tx) {
      await waitAsAsked(tx, keyOf(mail), {
        source: throttleSourceOf(mail.route, mail.accountId),
        seconds: Math.min(wait, longestWaitSeconds - mail.waitedSeconds),
        error,
        mayHaveLeft: mayHaveLeft(refusal) || mail.isRepeated,
        countsAsAttempt: attemptSeconds > 0,
      });
      await noteOutage(ctx, tx, mail, error, pauseSeconds);
    },
  };
}

/** An attempt that counts; the others on these credentials wait too, if the provider has asked for that. */
function retryAfterFailure(
  mail: StartedEmail,
  refusal: Refusal & { outcome: 'retry' | 'unavailable' },
  leastSeconds: number,
  startedAt: number,
): EmailRetry {
  const { error, retryAfterSeconds = 0 } = refusal;
  const seconds = Math.min(Math.max(retryAfterSeconds, leastSeconds), longestWaitSeconds);
  return {
    retryAfterSeconds: seconds * (1 + Math.random() / 4),
    async record(tx) {
      await requeueEmail(tx, keyOf(mail), {
        error,
        mayHaveLeft: mayHaveLeft(refusal) || mail.isRepeated,
        countsAsAttempt: true,
      });
      if (retryAfterSeconds > 0)
        await pause(tx, mail, Math.min(retryAfterSeconds, longestPauseSeconds.retry), startedAt);
    },
  };
}

function pause(tx: Tx, mail: StartedEmail, pauseSeconds: number, startedAt: number): Promise<void> {
  return slowDown(tx, throttleSourceOf(mail.route, mail.accountId), {
    pauseSeconds,
    beganSecondsAgo: (performance.now() - startedAt) / 1_000,
    hadPermit: mail.hadPermit,
  });
}
