import { setTimeout as sleep } from 'node:timers/promises';
import { callerAddress } from '../../support/network/caller-address.ts';
import type { SignupCall } from '../../support/storm/history.ts';
import { quantile } from '../../support/values/quantiles.ts';

interface SteadyCall extends SignupCall {
  /** The `Retry-After` of the answer. */
  readonly retryAfter: string | null;
}

export interface SteadySignups {
  /** All finished calls in the order in which they ended, with status 0 for those without an answer. */
  readonly calls: readonly SteadyCall[];
  /** Stops sending and waits for the last answer. */
  stop(): Promise<void>;
}

/**
 * Signs up `perSecond` new addresses a second without waiting for earlier answers, each from another client
 * address. Each call waits for `before`.
 */
export function startSteadySignups(
  url: string,
  { key, waitlist }: { key: string; waitlist: string },
  { perSecond, before = async () => {} }: { perSecond: number; before?: () => Promise<unknown> },
): SteadySignups {
  const calls: SteadyCall[] = [];
  const running = new Set<Promise<void>>();
  let stopped = false;

  async function signUp(number: number): Promise<void> {
    const email = `steady${number}@${waitlist}.example.com`;
    const startedAt = performance.now();
    const keep = (answer: Pick<SteadyCall, 'status' | 'code' | 'body' | 'retryAfter'>) =>
      calls.push({ email, referralCode: undefined, ...answer, startedAt, endedAt: performance.now() });
    try {
      await before();
      const response = await fetch(`${url}/v1/waitlists/${waitlist}/signups`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'x-forwarded-for': callerAddress(number),
        },
        body: JSON.stringify({ email }),
      });
      const { error, ...body } = await response.json();
      const { status, headers } = response;
      const code = error?.code;
      keep({ status, code, body: status === 201 ? body : undefined, retryAfter: headers.get('retry-after') });
    } catch {
      keep({ status: 0, body: undefined, retryAfter: null });
    }
  }

  async function sendAll(): Promise<void> {
    const started = performance.now();
    for (let number = 0; !stopped; number++) {
      await sleep(Math.max(0, started + (number * 1_000) / perSecond - performance.now()));
      const call = signUp(number).finally(() => running.delete(call));
      running.add(call);
    }
  }

  const sending = sendAll();
  return {
    calls,
    async stop() {
      stopped = true;
      await sending;
      await Promise.all(running);
    },
  };
}

/** A quantile of the durations of calls, in ms. */
export const quantileMs = (calls: readonly SignupCall[], share: number): number =>
  quantile(
    calls.map(({ startedAt, endedAt }) => endedAt - startedAt),
    share,
  );
