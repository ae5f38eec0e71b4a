import { Redis } from 'ioredis';
import { signupsPerMinutePerAddress } from '../../../../src/shared/plans.ts';
import type { Deployment } from '../../../support/deployment/deployment.ts';
import { makeAccount } from '../../../support/service/make.ts';
import { roomInMinute } from '../../../support/values/minute.ts';
import type { Attempt } from './attempt.ts';

const rounds = 5;
const calls = 1_000;
const budget = 60;

/**
 * 1,000 calls at once over two processes, five times: exactly the budget is let through, and `Retry-After` tells when the minute ends;
 * and as many signups at once, each with a made-up `X-Forwarded-For`. The planted bug empties Redis in between.
 */
export async function overrunLimits(deployment: Deployment, plantedBug: boolean): Promise<Attempt> {
  const redisUrl = deployment.env.REDIS_URL ?? '';
  const wrong: string[] = [];
  let through = 0;
  let worstRetryAfter = 0;

  async function overrun(what: string, limit: number, call: (n: number) => Promise<Response>): Promise<void> {
    await roomInMinute(redisUrl, 20);
    const [answers] = await Promise.all([
      Promise.all(Array.from({ length: calls }, (_, n) => call(n))),
      plantedBug && forgetCounters(redisUrl),
    ]);
    const refused = answers.filter(({ status }) => status === 429);
    const rest = answers.length - refused.length;
    through += rest;
    if (rest !== limit || answers.some(({ status }) => status >= 500))
      wrong.push(`${rest} of ${calls} ${what} were let through, where ${limit} may be`);
    for (const { headers } of refused)
      worstRetryAfter = Math.max(
        worstRetryAfter,
        Math.abs(Number(headers.get('retry-after')) - secondsLeft(headers)),
      );
  }

  for (let round = 0; round < rounds; round++) {
    const { key } = await makeAccount(deployment.sql, { requestsPerMinute: budget });
    await overrun('calls', budget, (n) => ask(deployment, n, '/v1/account', key));
  }
  const { key, waitlist } = await deployment.makeWaitlist();
  await overrun('signups with made-up addresses', signupsPerMinutePerAddress, (n) =>
    ask(deployment, n, `/v1/waitlists/${waitlist}/signups`, key, {
      method: 'POST',
      headers: { 'x-forwarded-for': `198.51.${n >> 8}.${n & 255}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email: `person${n}@example.com` }),
    }),
  );
  // NaN, where a header was missing or no number, is wrong too.
  if (!(worstRetryAfter <= 1)) wrong.push(`Retry-After is wrong by ${worstRetryAfter} s`);
  return {
    figures: {
      'calls at once': calls,
      rounds: rounds + 1,
      'let through': through,
      'may be let through': rounds * budget + signupsPerMinutePerAddress,
      'worst Retry-After, seconds off': worstRetryAfter,
      'things wrong': wrong.length,
    },
    wrong,
  };
}

function ask(
  deployment: Deployment,
  n: number,
  path: string,
  key: string,
  init: RequestInit = {},
): Promise<Response> {
  const headers = { ...init.headers, authorization: `Bearer ${key}` };
  return fetch(`${deployment.urls[n % deployment.urls.length]}${path}`, { ...init, headers });
}

/** Until the minute ends in which the answer was made. */
function secondsLeft(headers: Headers): number {
  return 60 - (Math.floor(Date.parse(headers.get('date') ?? '') / 1000) % 60);
}

async function forgetCounters(redisUrl: string): Promise<void> {
  const redis = new Redis(redisUrl);
  for (let times = 0; times < 100; times++) {
    const counters = await redis.keys('limit:*');
    if (counters.length > 0) await redis.del(counters);
  }
  redis.disconnect();
}
