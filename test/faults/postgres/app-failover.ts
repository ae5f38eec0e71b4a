import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createUser } from '../../../src/shared/account/users/create-user.ts';
import type { Sql } from '../../../src/shared/platform/postgres/connection.ts';
import { openCluster } from '../../support/deployment/cluster.ts';
import { startDeployment } from '../../support/deployment/deployment.ts';
import { asOperator } from '../../support/deployment/operator.ts';
import { quietPort } from '../../support/network/quiet-port.ts';
import { startTcpProxy, throughPort } from '../../support/network/tcp-proxy.ts';
import { until } from '../../support/until.ts';
import { type FaultRun, missedOne, report, unless } from '../fault-run.ts';
import { startWebs } from '../support/web-processes.ts';
import { replicateSynchronously, stopReplication } from './failover.ts';
import { type SigningInApp, startSigningInApp } from './signing-in-app.ts';

const fullPromotions = 12;
const plantedBugPromotions = 3;
const apps = 4;
const loadMs = 1_500;
const longestRecoveryS = 30;

/**
 * Apps sign in, renew their tokens and call tools while a primary with synchronous replication is lost and
 * its standby promoted, twelve times, as in `failover`. Each answer is a success, 503 or a clean refusal, no
 * app that asks again loses its refresh token, and no token is left without its app. With `plantedBug`
 * replication is asynchronous and stops before the primary is lost.
 */
export const appFailover: FaultRun = async ({ plantedBug }) => {
  const promotions = plantedBug ? plantedBugPromotions : fullPromotions;
  const folder = await mkdtemp(join(tmpdir(), 'waitlist-deployment-'));
  let primary = await openCluster(join(folder, '0'));
  await primary.start();
  const proxy = await startTcpProxy(primary.port);
  const baseUrl = `http://127.0.0.1:${await quietPort()}`;
  const deployment = await startDeployment(
    { webs: 0, workers: 0 },
    { DATABASE_URL: throughPort(primary.url, proxy.port), BASE_URL: baseUrl },
  );
  const webs = await startWebs([deployment.env, deployment.env]);
  const running: SigningInApp[] = [];
  try {
    const { accountId } = await deployment.makeWaitlist();
    const owner = { email: 'owner@example.com', password: 'correct horse battery' };
    await asOperator(deployment, (ctx) => createUser(ctx, accountId, { ...owner, role: 'owner' }));
    for (let number = 0; number < apps; number++) {
      const cookie = await signIn(webs.urls[0] ?? '', owner);
      running.push(startSigningInApp({ urls: webs.urls, baseUrl, cookie, number }));
    }
    const rounds = () => running.reduce((sum, app) => sum + app.rounds(), 0);
    const underWay: string[] = [];
    for (let promotion = 1; promotion <= promotions; promotion++) {
      deployment.progress.show(`Promotion ${promotion} of ${promotions}, ${rounds()} connections`);
      const standby = await primary.clone(join(folder, String(promotion)));
      await standby.start();
      if (!plantedBug) await replicateSynchronously(primary);
      await sleep(loadMs);
      if (plantedBug) await stopReplication(standby);
      underWay.push(...running.map((app) => app.step()));
      if (promotion % 2) await primary.kill();
      else proxy.switchTo(standby.port); // breaks the clients' connections; the old primary goes on running
      await standby.sql`SELECT pg_promote()`;
      proxy.switchTo(standby.port);
      const before = rounds();
      await until(async () => rounds() > before, longestRecoveryS).catch(() => {});
      await primary.close();
      await rm(join(folder, String(promotion - 1)), { recursive: true, force: true });
      primary = standby;
    }
    deployment.progress.show('Checking');
    const last = await Promise.all(running.map((app) => app.stop()));
    const renewed = await Promise.all(last.map((each) => refresh(webs.urls[1] ?? '', each)));
    const problems = running.flatMap((app) => app.problems);
    const notRenewed = unless(
      renewed.every((status) => status === 200),
      `the tokens at the end were answered with ${renewed}`,
    );
    const orphans = await countOrphans(deployment.sql);
    deployment.progress.end();
    const passed = report(
      {
        promotions,
        connections: rounds(),
        ...sumOf(running),
        'steps under way at a loss': [...new Set(underWay)].sort().join(', '),
        'tokens without an app': orphans,
      },
      [...problems, ...notRenewed, ...unless(orphans === 0, `${orphans} tokens have no connected app`)],
    );
    const lost = problems.filter((problem) => /^a (?:refresh token was lost|tool refused)/.test(problem));
    return plantedBug ? missedOne({ 'tokens that the standby lacks': [...lost, ...notRenewed] }) : passed;
  } finally {
    await Promise.all(running.map((app) => app.stop()));
    await webs.stop();
    await deployment.close();
    await proxy.close();
    await primary.close();
    await rm(folder, { recursive: true, force: true });
  }
};

/** @returns the Cookie header of a session */
async function signIn(url: string, owner: Record<string, string>): Promise<string> {
  const body = new URLSearchParams(owner);
  const { headers } = await fetch(`${url}/dashboard/sign-in`, { method: 'POST', redirect: 'manual', body });
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]);
  return cookies.join('; ');
}

async function refresh(url: string, { client, token }: { client: string; token: string }): Promise<number> {
  const fields = { grant_type: 'refresh_token', client_id: client, refresh_token: token };
  const { status } = await fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(fields) });
  return status;
}

async function countOrphans(sql: Sql): Promise<number> {
  const [{ count }] = await sql<[{ count: number }]>`
    SELECT count(*) FROM oauth_records r WHERE kind IN ('AccessToken', 'RefreshToken', 'AuthorizationCode')
      AND NOT EXISTS (SELECT 1 FROM connected_apps c WHERE c.grant_id = r.grant_id)`;
  return count;
}

/** The answers of all apps, by step and status. */
function sumOf(running: readonly SigningInApp[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { answers } of running)
    for (const [seen, count] of Object.entries(answers)) sums[seen] = (sums[seen] ?? 0) + count;
  return Object.fromEntries(Object.entries(sums).sort(([a], [b]) => a.localeCompare(b)));
}
