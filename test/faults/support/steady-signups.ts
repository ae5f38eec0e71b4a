import { setTimeout as sleep } from 'node:timers/promises';
import { callerAddress } from '../../support/network/caller-address.ts';
import type { SignupCall } from '../../support/storm/history.ts';
import { quantile } from '../../support/values/quantiles.ts';

export interface SteadySignups {
  /** Those that were answered, or got no answer. */
  readonly calls: readonly SignupCall[];
  /** Sends no more, and waits for the last answer. */
  stop(): Promise<void>;
}

/** Signs up `perSecond` new addresses a second, each when it is due, whatever became of the others, and each from a caller's address of its own. `before` holds each up. */
export function startSteadySignups(
  url: string,
  { key, waitlist }: { key: string; waitlist: string },
  { perSecond, before = async () => {} }: { perSecond: number; before?: () => Promise<unknown> },
): SteadySignups {
  const calls: SignupCall[] = [];
  const running = new Set<Promise<void>>();
  let stopped = false;

  async function signUp(number: number): Promise<void> {
    const email = `steady${number}@${waitlist}.example.com`;
    const startedAt = performance.now();
    const keep = (status: number, body?: SignupCall['body']) =>
      calls.push({ email, referralCode: undefined, status, body, startedAt, endedAt: performance.now() });
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
      const body = await response.json();
      keep(response.status, response.status === 201 ? (body as SignupCall['body']) : undefined);
    } catch {
      keep(0);
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

/** The time within which a share of the calls was answered, in ms. */
export const quantileMs = (calls: readonly SignupCall[], share: number): number =>
  quantile(
    calls.map(({ startedAt, endedAt }) => endedAt - startedAt),
    share,
  );
