import { Redis } from 'ioredis';
import { signupsPerMinutePerAddress } from '../../../../src/shared/account/plans.ts';
import type { Deployment } from '../../../support/deployment/deployment.ts';
import { makeAccount } from '../../../support/service/make.ts';
import { roomInMinute } from '../../../support/values/minute.ts';
import type { AttackResult } from './attack-result.ts';

const rounds = 5;
const calls = 1_000;
const budget = 60;

/**
 * Sends 1,000 concurrent calls to two processes, five times: exactly the budget passes, and `Retry-After` is
 * the rest of the minute. Then as many signups, each with a forged `X-Forwarded-For`. The planted bug deletes
 * the counters in Redis meanwhile.
 */
export async function overrunLimits(deployment: Deployment, plantedBug: boolean): Promise<AttackResult> {
  const redisUrl = deployment.env.REDIS_URL ?? '';
  const problems: string[] = [];
  let passed = 0;
  let worstRetryAfter = 0;

  async function overrun(what: string, limit: number, call: (n: number) => Promise<Response>): Promise<void> {
    await roomInMinute(redisUrl, 20);
    const [answers] = await Promise.all([
      Promise.all(Array.from({ length: calls }, (_, n) => call(n))),
      plantedBug && deleteCounters(redisUrl),
    ]);
    const refused = answers.filter(({ status }) => status === 429);
    const accepted = answers.length - refused.length;
    passed += accepted;
    if (accepted !== limit || answers.some(({ status }) => status >= 500))
      problems.push(`${accepted} of ${calls} ${what} passed, expected ${limit}`);
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
  await overrun('signups with forged addresses', signupsPerMinutePerAddress, (n) =>
    ask(deployment, n, `/v1/waitlists/${waitlist}/signups`, key, {
      method: 'POST',
      headers: { 'x-forwarded-for': `198.51.${n >> 8}.${n & 255}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email: `person${n}@example.com` }),
    }),
  );
  // A missing or invalid header gives NaN, which fails the check too.
  if (!(worstRetryAfter <= 1)) problems.push(`Retry-After is wrong by ${worstRetryAfter} s`);
  return {
    figures: {
      'concurrent calls': calls,
      rounds: rounds + 1,
      passed,
      'allowed to pass': rounds * budget + signupsPerMinutePerAddress,
      'largest error of Retry-After, s': worstRetryAfter,
      problems: problems.length,
    },
    problems,
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

/** The seconds from the date of the answer to the end of its minute. */
function secondsLeft(headers: Headers): number {
  return 60 - (Math.floor(Date.parse(headers.get('date') ?? '') / 1000) % 60);
}

async function deleteCounters(redisUrl: string): Promise<void> {
  const redis = new Redis(redisUrl);
  for (let times = 0; times < 100; times++) {
    const counters = await redis.keys('limit:*');
    if (counters.length > 0) await redis.del(counters);
  }
  redis.disconnect();
}
