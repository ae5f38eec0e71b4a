import { newApiKey } from '../../../../src/shared/api-keys/api-key.ts';
import { signIn } from '../../../../src/shared/sessions/sign-in.ts';
import { createUser } from '../../../../src/shared/users/create-user.ts';
import type { Deployment } from '../../../support/deployment/deployment.ts';
import { asOperator } from '../../../support/deployment/operator.ts';
import { makeAccount } from '../../../support/service/make.ts';
import { median } from '../../../support/values/quantiles.ts';
import type { Attempt } from './attempt.ts';

const keys = 1_000;
const passwords = 60;

/**
 * How long refusals take: of keys that are known and revoked, and of keys that nobody has; of wrong passwords of a user, and of nobody's.
 * In turn, one at a time, each key once. Told and not judged: times on a busy machine prove nothing.
 */
export async function measureAnswerTimes(deployment: Deployment): Promise<Attempt> {
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
    await tryAs('first@example.com'); // makes what an unknown address is compared with
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
    wrong: [],
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
  if (answer.status !== 401) throw new Error(`The answer is ${answer.status}`);
}
