import { setTimeout as sleep } from 'node:timers/promises';
import { hashApiKey } from '../../../../src/shared/api-keys/api-key.ts';
import { revokeApiKey } from '../../../../src/shared/api-keys/queries.ts';
import type { Deployment } from '../../../support/deployment/deployment.ts';
import { makeAccount } from '../../../support/service/make.ts';
import type { Attempt } from './attempt.ts';

const keys = 50;
const longestMs = 1_000;

/** 50 keys in use on both processes are revoked: none is good on either a second later (C2.9). The planted bug takes one revocation back. */
export async function useRevokedKeys(deployment: Deployment, plantedBug: boolean): Promise<Attempt> {
  const lateMs = await Promise.all(
    Array.from({ length: keys }, (_, n) => lastUse(deployment, plantedBug && n === 0)),
  );
  const worst = Math.max(...lateMs);
  const late = lateMs.filter((ms) => ms > longestMs).length;
  return {
    figures: {
      keys,
      processes: deployment.urls.length,
      'last use after it was revoked, ms, worst': Math.round(worst),
    },
    wrong: late > 0 ? [`${late} keys were good ${Math.round(worst)} ms after they were revoked`] : [],
  };
}

/** Uses a key all the time, and revokes it. @returns how long after that it was good, in milliseconds, counted to the moment of the call */
async function lastUse({ sql, urls }: Deployment, isTakenBack: boolean): Promise<number> {
  const { key } = await makeAccount(sql);
  const [row] = await sql<{ id: string }[]>`SELECT id FROM api_keys WHERE hash = ${hashApiKey(key)}`;
  const isGood = async (url: string) =>
    (await fetch(`${url}/v1/account`, { headers: { authorization: `Bearer ${key}` } })).status === 200;
  if (!(await Promise.all(urls.map(isGood))).every(Boolean)) throw new Error('A new key is not good');
  await sql.begin((tx) => revokeApiKey(tx as never, row?.id ?? '', null));
  const revoked = performance.now();
  if (isTakenBack) await sql`UPDATE api_keys SET revoked_at = NULL WHERE id = ${row?.id ?? ''}`;
  let last = 0;
  for (let asked = revoked; asked - revoked < 2 * longestMs; await sleep(20)) {
    asked = performance.now();
    if ((await Promise.all(urls.map(isGood))).some(Boolean)) last = asked - revoked;
  }
  return last;
}
