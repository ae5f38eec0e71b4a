import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { openWebContext } from '../../src/api/web-context.ts';
import { readConfig } from '../../src/shared/config.ts';
import { makeLinkToken } from '../../src/shared/list/links/link-token.ts';
import { type Deployment, startDeployment } from '../../test/support/deployment/deployment.ts';
import { storeSignups } from '../../test/support/deployment/store-signups.ts';
import { median } from '../../test/support/values/quantiles.ts';
import { generate } from '../signups/generate.ts';
import { answerOf, startPart } from '../support/part.ts';
import { ratios } from '../support/ratios.ts';
import type { PageLoad, PageResult } from './page-generator.ts';

const people = 20_000;
const rounds = 5;
const measuredMs = 8_000;
/** What a list that grows may ask for while it takes signups. */
const goal = 500;

/**
 * Measures how many status pages a second the service draws, as fast as they come and 500 a second beside
 * signups, and what that costs the signups.
 */
export async function statusPages(): Promise<void> {
  const deployment = await startDeployment({ webs: 2, workers: 0 });
  try {
    const list = await deployment.makeWaitlist();
    const paths = await fill(deployment, list);
    const load = (change: Partial<PageLoad>) =>
      openPages({ urls: deployment.urls, paths, connections: 32, measuredMs, perSecond: null, ...change });
    const signUp = () =>
      generate({
        ...{ urls: deployment.urls, key: list.key, waitlists: [list.waitlist], connections: 32 },
        ...{ warmUpMs: 0, measuredMs, run: randomBytes(4).toString('hex') },
      });
    await load({ measuredMs: 3_000 });
    const pages: PageResult[] = [];
    const paced: PageResult[] = [];
    const live: PageResult[] = [];
    const signups: { alone: number[]; beside: number[] } = { alone: [], beside: [] };
    for (let round = 0; round < rounds; round++) {
      deployment.progress.show(`round ${round + 1} of ${rounds}`);
      pages.push(await load({}));
      live.push(await load({ paths: paths.map((path) => `${path}/live`) }));
      signups.alone.push((await signUp()).perSecond);
      const [page, signup] = await Promise.all([load({ perSecond: goal }), signUp()]);
      paced.push(page);
      signups.beside.push(signup.perSecond);
    }
    deployment.progress.end();
    const row = (results: readonly PageResult[]) => ({
      'a second': Math.round(median(results.map(({ perSecond }) => perSecond))),
      'p50 ms': Number(median(results.map(({ p50Ms }) => p50Ms)).toFixed(1)),
      'p99 ms': Number(median(results.map(({ p99Ms }) => p99Ms)).toFixed(1)),
      statuses: Object.keys(Object.assign({}, ...results.map(({ statuses }) => statuses))).join(),
    });
    console.log(`status pages of a list of ${people}, medians of ${rounds} rounds`);
    console.table({
      'pages, alone': row(pages),
      [`pages, ${goal} a second beside signups`]: row(paced),
      'live updates, alone': row(live),
    });
    console.table({
      'signups a second, alone': { median: Math.round(median(signups.alone)) },
      'signups a second, beside pages': { median: Math.round(median(signups.beside)) },
    });
    console.table({ 'signups, beside pages ÷ alone': ratios(signups.beside, signups.alone) });
  } finally {
    await deployment.close();
  }
}

async function openPages(request: PageLoad): Promise<PageResult> {
  const generator = startPart('pages/page-generator.ts');
  generator.send(request);
  const result = await answerOf<PageResult>(generator);
  if (generator.exitCode === null) await once(generator, 'exit');
  return result;
}

/** Fills a list that shows everything on its pages. @returns the paths of 5,000 of them */
async function fill(
  { sql, env, urls: [url] }: Deployment,
  list: { accountId: string; key: string; waitlist: string },
): Promise<string[]> {
  const answer = await fetch(`${url}/v1/waitlists/${list.waitlist}/settings`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${list.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      links: { site_url: 'https://acme.example/', status_page: true, show_rewards: true },
      rewards: [3, 10, 25].map((at) => ({ at, key: `r${at}`, name: `Reward ${at}` })),
      leaderboard: { public: true },
      brand: { color: '#4338ca', headline: 'Notes that write themselves' },
    }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  const ids = await storeSignups(sql, list, people);
  await sql`UPDATE waitlists SET referral_bonus = 5 WHERE id = ${list.waitlist}`;
  await sql`UPDATE signups SET referral_count = position % 7 WHERE waitlist_id = ${list.waitlist}`;
  await sql`VACUUM ANALYZE`;
  const ctx = openWebContext(readConfig({ ...env, LOG_LEVEL: 'silent' }));
  const { key } = await ctx.linkSigner();
  await ctx.close();
  return ids
    .filter((_, index) => index % 4 === 0)
    .map(
      (id) =>
        `/s/${makeLinkToken(key, 'status', { accountId: list.accountId, id, epoch: 0, generation: 0 })}`,
    );
}
