import { fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { insertWaitlist } from '../../src/shared/list/waitlists/queries.ts';
import { newId } from '../../src/shared/platform/ids.ts';
import { type Deployment, startDeployment } from '../../test/support/deployment/deployment.ts';
import { storeSignups } from '../../test/support/deployment/store-signups.ts';
import { makeAccount } from '../../test/support/service/make.ts';
import { median } from '../../test/support/values/quantiles.ts';
import { answerOf, startPart } from '../support/part.ts';
import { ratios } from '../support/ratios.ts';
import { generate } from './generate.ts';
import type { LoadRequest, LoadResult } from './generator.ts';
import { assertPgbench, pgbench } from './pgbench.ts';

const rounds = 7;
const seconds = 4;
const largeList = 1_000_000;
const manyLists = 100;

/**
 * Compares signups over HTTP with pgbench running the best statement for one signup per commit, with the same
 * server without a database, and with a bare HTTP server. Counts every answer and checks the positions of
 * every list.
 */
export async function signups(): Promise<void> {
  await assertPgbench();
  const deployment = await startDeployment({ webs: 2, workers: 0 });
  const noDatabase = fork(new URL('./no-database.ts', import.meta.url), {
    env: { ...process.env, ...deployment.env, LOG_LEVEL: 'info' },
    silent: true,
  });
  noDatabase.stdout?.resume();
  const bareHttp = startPart('signups/bare-http.ts');
  try {
    await deployment.sql.unsafe(await readFile(new URL('./one-row.sql', import.meta.url), 'utf8'));
    const [noDatabaseUrl, bareUrl] = await Promise.all([
      answerOf<string>(noDatabase),
      answerOf<string>(bareHttp),
    ]);
    const withoutDatabase = new Set([noDatabaseUrl, bareUrl]);
    const { accountId, key } = await makeAccount(deployment.sql, { requestsPerMinute: 2_000_000_000 });
    const large = await makeList(deployment, accountId);
    await storeSignups(deployment.sql, { accountId, waitlist: large }, largeList, {
      onStored: (stored) => deployment.progress.show(`${stored} of ${largeList} signups stored`),
    });
    deployment.progress.end();
    await deployment.sql`VACUUM ANALYZE`;
    console.log(`A list of ${largeList} signups is ready.`);

    const [oneUrl = ''] = deployment.urls;
    let runs = 0;
    const load = async (request: Pick<LoadRequest, 'connections'> & Partial<LoadRequest>) => {
      const waitlists = request.waitlists ?? [await makeList(deployment, accountId)];
      const before = await lastPositions(deployment, waitlists);
      const result = await generate({
        urls: [oneUrl],
        key,
        waitlists,
        warmUpMs: 1_000,
        measuredMs: seconds * 1_000,
        run: (runs++).toString(36),
        ...request,
      });
      if (Object.keys(result.others).length > 0)
        throw new Error(`Answers other than 201: ${JSON.stringify(result.others)}`);
      if (!withoutDatabase.has(request.urls?.[0] ?? ''))
        await checkPositions(deployment, waitlists, before, result.accepted);
      return result;
    };
    const lists = await Promise.all(Array.from({ length: manyLists }, () => makeList(deployment, accountId)));
    const oneRow = async (clients: number, waitlists?: string[]) =>
      pgbench(
        deployment.env.DATABASE_URL ?? '',
        { accountId, waitlists: waitlists ?? [await makeList(deployment, accountId)] },
        { clients, seconds },
      );

    const best = await bestClients((clients) => oneRow(clients));
    console.log(`pgbench is fastest with ${best} client${best === 1 ? '' : 's'}.`);
    const ways = {
      'pgbench, one list': async () => toRow(await oneRow(best)),
      'pgbench, one client': async () => toRow(await oneRow(1)),
      [`pgbench, ${manyLists} lists, 8 clients`]: async () => toRow(await oneRow(8, lists)),
      'one list, 64 connections': () => load({ connections: 64 }),
      'one list, 256 connections': () => load({ connections: 256 }),
      'one list, 256 connections, two processes': () => load({ connections: 256, urls: deployment.urls }),
      'one list, 1 connection': () => load({ connections: 1 }),
      [`${manyLists} lists, 64 connections`]: () => load({ connections: 64, waitlists: lists }),
      [`a list of ${largeList}, 64 connections`]: () => load({ connections: 64, waitlists: [large] }),
      'without the database, 64 connections': () => load({ connections: 64, urls: [noDatabaseUrl] }),
      'a bare HTTP server, 64 connections': () => load({ connections: 64, urls: [bareUrl] }),
    } satisfies Record<string, () => Promise<Row>>;

    const results = new Map<string, Row[]>(Object.keys(ways).map((name) => [name, []]));
    for (let round = 1; round <= rounds; round++) {
      // The order changes each round: dirty pages of one measurement slow down the next.
      const turn = round % 2 === 1 ? Object.entries(ways) : Object.entries(ways).toReversed();
      for (const [name, measure] of turn) results.get(name)?.push(await measure());
      console.log(`round ${round} of ${rounds}`);
    }
    report(results);
  } finally {
    noDatabase.disconnect();
    bareHttp.disconnect();
    await deployment.close();
  }
}

type Row = Pick<LoadResult, 'perSecond' | 'p50Ms'> & Partial<Pick<LoadResult, 'p99Ms'>>;

const toRow = ({ perSecond, meanMs }: { perSecond: number; meanMs: number }): Row => ({
  perSecond,
  p50Ms: meanMs,
});

async function makeList({ sql }: Deployment, accountId: string): Promise<string> {
  const id = newId();
  await sql.begin((tx) => insertWaitlist(tx, { id, account_id: accountId, name: id }));
  return id;
}

/** The number of clients with the most signups a second: one waits for the disk, many wait for each other. */
async function bestClients(run: (clients: number) => Promise<{ perSecond: number }>): Promise<number> {
  const results: { clients: number; perSecond: number }[] = [];
  for (const clients of [1, 2, 4, 8]) results.push({ clients, perSecond: (await run(clients)).perSecond });
  return results.toSorted((a, b) => b.perSecond - a.perSecond)[0]?.clients ?? 1;
}

async function lastPositions({ sql }: Deployment, waitlists: readonly string[]): Promise<number> {
  const [row] = await sql<[{ sum: number }]>`
    SELECT sum(last_position)::integer AS sum FROM waitlist_counters WHERE waitlist_id = ANY(${waitlists as string[]}::uuid[])`;
  return row.sum;
}

/** @throws Error if a position is missing or was given twice, or an answered signup is not stored */
async function checkPositions(
  deployment: Deployment,
  waitlists: readonly string[],
  before: number,
  accepted: number,
): Promise<void> {
  const after = await lastPositions(deployment, waitlists);
  // A constraint makes positions unique.
  const [row] = await deployment.sql<[{ stored: number; wrong: number }]>`
    SELECT sum(stored)::integer AS stored, count(*) FILTER (WHERE stored <> last OR first <> 1)::integer AS wrong FROM (
      SELECT count(*) AS stored, max(position) AS last, min(position) AS first FROM signups
      WHERE waitlist_id = ANY(${waitlists as string[]}::uuid[]) GROUP BY waitlist_id) list`;
  if (row.wrong > 0 || after - before !== accepted || row.stored !== after)
    throw new Error(
      `${accepted} accepted, ${after - before} positions given, ${row.stored} of ${after} stored, ${row.wrong} lists wrong`,
    );
}

function report(results: ReadonlyMap<string, readonly Row[]>): void {
  const of = (name: string, key: keyof Row) => results.get(name)?.map((row) => row[key] ?? Number.NaN) ?? [];
  console.log(`medians of ${rounds} rounds of ${seconds} s`);
  console.table(
    Object.fromEntries(
      [...results.keys()].map((name) => [
        name,
        {
          'signups/s': Math.round(median(of(name, 'perSecond'))),
          'p50 ms': Number(median(of(name, 'p50Ms')).toFixed(2)),
          'p99 ms': Number(median(of(name, 'p99Ms')).toFixed(1)) || '',
        },
      ]),
    ),
  );
  const ratio = (name: string, to: string, key: keyof Row = 'perSecond') =>
    ratios(of(name, key), of(to, key));
  const many = `${manyLists} lists, 64 connections`;
  console.table({
    '64 connections ÷ pgbench': ratio('one list, 64 connections', 'pgbench, one list'),
    '256 connections ÷ pgbench': ratio('one list, 256 connections', 'pgbench, one list'),
    '256 connections, two processes ÷ pgbench': ratio(
      'one list, 256 connections, two processes',
      'pgbench, one list',
    ),
    [`${manyLists} lists ÷ pgbench, ${manyLists} lists`]: ratio(
      many,
      `pgbench, ${manyLists} lists, 8 clients`,
    ),
    '64 connections ÷ without the database': ratio(
      'one list, 64 connections',
      'without the database, 64 connections',
    ),
    'without the database ÷ a bare HTTP server': ratio(
      'without the database, 64 connections',
      'a bare HTTP server, 64 connections',
    ),
    [`list of ${largeList} ÷ empty list`]: ratio(
      `a list of ${largeList}, 64 connections`,
      'one list, 64 connections',
    ),
    'p50 of one connection ÷ mean of pgbench, one client': ratio(
      'one list, 1 connection',
      'pgbench, one client',
      'p50Ms',
    ),
  });
}
