import { setTimeout as sleep } from 'node:timers/promises';
import { hashApiKey } from '../../../../src/shared/account/api-keys/api-key.ts';
import { revokeApiKey } from '../../../../src/shared/account/api-keys/queries.ts';
import type { Deployment } from '../../../support/deployment/deployment.ts';
import { makeAccount } from '../../../support/service/make.ts';
import type { AttackResult } from './attack-result.ts';

const keys = 50;
const longestMs = 1_000;

/**
 * Revokes 50 keys that are in use on both processes: after a second neither accepts them (C2.9). The planted
 * bug undoes one revocation.
 */
export async function useRevokedKeys(deployment: Deployment, plantedBug: boolean): Promise<AttackResult> {
  const lastUsesMs = await Promise.all(
    Array.from({ length: keys }, (_, n) => lastUse(deployment, plantedBug && n === 0)),
  );
  const worst = Math.max(...lastUsesMs);
  const late = lastUsesMs.filter((ms) => ms > longestMs).length;
  return {
    figures: {
      keys,
      processes: deployment.urls.length,
      'latest use after a revocation, ms': Math.round(worst),
    },
    problems:
      late > 0 ? [`${late} keys were accepted up to ${Math.round(worst)} ms after their revocation`] : [],
  };
}

/**
 * Calls with a key all the time and revokes it. @returns the ms from the revocation to the last accepted call
 */
async function lastUse({ sql, urls }: Deployment, isUndone: boolean): Promise<number> {
  const { key } = await makeAccount(sql);
  const [row] = await sql<{ id: string }[]>`SELECT id FROM api_keys WHERE hash = ${hashApiKey(key)}`;
  const isAccepted = async (url: string) =>
    (await fetch(`${url}/v1/account`, { headers: { authorization: `Bearer ${key}` } })).status === 200;
  if (!(await Promise.all(urls.map(isAccepted))).every(Boolean)) throw new Error('A new key was refused');
  await sql.begin((tx) => revokeApiKey(tx as never, row?.id ?? '', null));
  const revoked = performance.now();
  if (isUndone) await sql`UPDATE api_keys SET revoked_at = NULL WHERE id = ${row?.id ?? ''}`;
  let last = 0;
  for (let asked = revoked; asked - revoked < 2 * longestMs; await sleep(20)) {
    asked = performance.now();
    if ((await Promise.all(urls.map(isAccepted))).some(Boolean)) last = asked - revoked;
  }
  return last;
}
