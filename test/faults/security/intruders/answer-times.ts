import { newApiKey } from '../../../../src/shared/account/api-keys/api-key.ts';
import { signIn } from '../../../../src/shared/account/sign-in/sign-in.ts';
import { createUser } from '../../../../src/shared/account/users/create-user.ts';
import type { Deployment } from '../../../support/deployment/deployment.ts';
import { asOperator } from '../../../support/deployment/operator.ts';
import { makeAccount } from '../../../support/service/make.ts';
import { median } from '../../../support/values/quantiles.ts';
import type { AttackResult } from './attack-result.ts';

const keys = 1_000;
const passwords = 60;

/**
 * Measures how long refusals take: of revoked and unknown keys, of wrong passwords and unknown addresses. One
 * call at a time, alternately. The times are printed and not judged, because times on a busy machine prove
 * nothing.
 */
export async function measureAnswerTimes(deployment: Deployment): Promise<AttackResult> {
  const { sql, urls } = deployment;
  const revoked: string[] = [];
  for (let n = 0; n < keys; n++) revoked.push((await makeAccount(sql)).key);
  await sql`UPDATE api_keys SET revoked_at = now()`;
  const times = {
    revoked: [] as number[],
    unknown: [] as number[],
    wrong: [] as number[],
    nobody: [] as number[],
  };
  for (const key of revoked) {
    times.revoked.push(await timeOf(() => ask(`${urls[0]}`, key)));
    times.unknown.push(await timeOf(() => ask(`${urls[0]}`, newApiKey())));
  }

  const { accountId } = await makeAccount(sql);
  const email = 'owner@example.com';
  await asOperator(deployment, async (ctx) => {
    await createUser(ctx, accountId, { email, password: 'correct horse' });
    const tryAs = (name: string) => signIn(ctx, { email: name, password: 'wrong horse' }).catch(() => {});
    await tryAs('first@example.com'); // creates the hash that unknown addresses are compared with
    for (let n = 0; n < passwords; n++) {
      times.wrong.push(await timeOf(() => tryAs(email)));
      times.nobody.push(await timeOf(() => tryAs(`nobody${n}@example.com`)));
    }
  });
  const inMs = (all: readonly number[]) => `${median(all).toFixed(2)} ms`;
  return {
    figures: {
      'a revoked key, median': inMs(times.revoked),
      'an unknown key, median': inMs(times.unknown),
      'a wrong password, median': inMs(times.wrong),
      'an unknown address, median': inMs(times.nobody),
    },
    problems: [],
  };
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function ask(url: string, key: string): Promise<void> {
  const answer = await fetch(`${url}/v1/account`, { headers: { authorization: `Bearer ${key}` } });
  await answer.text();
  if (answer.status !== 401) throw new Error(`Expected 401, got ${answer.status}`);
}
