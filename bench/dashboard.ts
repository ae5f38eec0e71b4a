/**
 * `npm run dashboard-pages [-- SIGNUPS]`: times every page of the dashboard for a waitlist of 1,000,000
 * signups unless told otherwise, with searches and selections, and prints the median and the 95th percentile
 * of each, and how large it is as it is and as a proxy compresses it. Pages with `whole=yes` count what
 * other pages say that they leave out. Then deletes two selections
 * and prints how long that takes.
 */

import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { createUser } from '../src/shared/account/users/create-user.ts';
import { readConfig } from '../src/shared/config.ts';
import { openContext } from '../src/shared/context.ts';
import { startDeployment } from '../test/support/deployment/deployment.ts';
import { quantile } from '../test/support/values/quantiles.ts';
import { type LargeList, makeLargeList } from './large-list/searches.ts';

const signups = Number(process.argv[2] ?? 1_000_000);
const runs = 20;
/** What a page may take on the server, and over the wire. */
const limits = { ms: 100, kb: 60 };
const password = 'a long enough password';
const email = 'owner@example.com';

/** In units of 1,000 bytes, as proxies compress pages by default or nearly so: gzip 6, brotli 5. */
function sizesOf(text: string): {
  readonly KB: number;
  readonly 'KB gzip': number;
  readonly 'KB brotli': number;
} {
  const inKb = ({ byteLength }: Uint8Array) => Number((byteLength / 1_000).toFixed(1));
  const page = Buffer.from(text);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
  return {
    KB: inKb(page),
    'KB gzip': inKb(gzipSync(page, { level: 6 })),
    'KB brotli': inKb(brotliCompressSync(page, quality)),
  };
}

/** Launches a wave of links, whose invitations stay open. @returns its id */
async function inviteFifty({ waitlist, key }: LargeList): Promise<string> {
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${deployment.urls[0]}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { id: string; state: string };
  };
  await ask('PATCH', `/waitlists/${waitlist}/settings`, {
    invitations: { url: 'https://notes.test/welcome' },
  });
  const { id } = await ask('POST', `/waitlists/${waitlist}/waves`, { size: 50, deliver: 'link' });
  const until = async (state: string) => {
    while ((await ask('GET', `/waves/${id}`)).state !== state)
      await new Promise((resolve) => setTimeout(resolve, 500));
  };
  await until('draft');
  await ask('POST', `/waves/${id}/launch`, {});
  await until('sent');
  return id;
}

const deployment = await startDeployment({ webs: 1, workers: 1 });
try {
  const list = await makeLargeList(deployment, signups);
  const { sql, progress } = deployment;
  progress.show('Adding emails, of which one in 20 failed');
  const admin = await sql.reserve();
  await admin`SET statement_timeout = 0`;
  await admin`
    INSERT INTO mails (account_id, id, state, error)
    SELECT account_id, id, CASE WHEN position % 20 = 0 THEN 'config_error' ELSE 'sent' END, CASE WHEN position % 20 = 0 THEN 'Refused.' END
    FROM signups WHERE account_id = ${list.accountId} ON CONFLICT DO NOTHING`;
  await admin`DELETE FROM outbox WHERE account_id = ${list.accountId}`;
  progress.show('Adding users, one of 20 signups, rewards of one of 10, and referrals that are not credited');
  await admin`
    INSERT INTO conversions (account_id, signup_id, waitlist_id)
    SELECT account_id, id, waitlist_id FROM signups WHERE waitlist_id = ${list.waitlist} AND position % 20 = 0`;
  await admin`
    INSERT INTO referral_claims (
      account_id, signup_id, waitlist_id, referrer_id, email_domain, verdict, state, is_hard, credited, asks_domain, created_at)
    SELECT account_id, id, waitlist_id, ${list.popular.id}, 'example.com', 'withheld', 'open', false, false, false, created_at
    FROM signups WHERE waitlist_id = ${list.waitlist} AND referred_by IS NULL AND position % 100 = 0`;
  await admin`
    INSERT INTO referral_claim_counts (account_id, referrer_id, waitlist_id, claims, withheld, open)
    SELECT account_id, referrer_id, waitlist_id, count(*), count(*), count(*) FROM referral_claims
    WHERE waitlist_id = ${list.waitlist} GROUP BY 1, 2, 3`;
  await admin`
    INSERT INTO reward_grants (account_id, signup_id, at, waitlist_id, key, referral_count, reached_at)
    SELECT account_id, id, 3, waitlist_id, CASE WHEN position % 20 = 0 THEN 'stickers' ELSE 'cap' END, 3, created_at
    FROM signups WHERE waitlist_id = ${list.waitlist} AND position % 10 = 0`;
  await admin`VACUUM ANALYZE mails, conversions, referral_claims, reward_grants`;
  await admin`SET statement_timeout = 5000`;
  admin.release();
  const ctx = openContext({ ...readConfig(deployment.env), log: { level: 'silent' } }, 'cli');
  await createUser(ctx, list.accountId, { email, password });
  await ctx.sql.end();

  progress.show('Inviting 50 people');
  const wave = await inviteFifty(list);

  let cookie = '';
  let csrf = '';
  const call = async (path: string, form?: Record<string, string>) => {
    const started = performance.now();
    const answer = await fetch(`${deployment.urls[0]}${path}`, {
      redirect: 'manual',
      headers: { cookie, ...(form && { 'content-type': 'application/x-www-form-urlencoded' }) },
      ...(form && { method: 'POST', body: new URLSearchParams({ csrf, ...form }).toString() }),
    });
    const text = await answer.text();
    return { ms: performance.now() - started, status: answer.status, text, answer };
  };
  const signIn = await call('/dashboard/sign-in', { email, password });
  cookie = signIn.answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  csrf = /name="csrf" value="([^"]*)"/.exec((await call('/dashboard')).text)?.[1] ?? '';

  const root = `/dashboard/waitlists/${list.waitlist}`;
  const select = (action: string) => ({ action, scope: 'all' });
  const pages: readonly [path: string, form?: Record<string, string>][] = [
    ['/dashboard'],
    ['/dashboard/waitlists'],
    ['/dashboard/email'],
    ['/dashboard/email/provider/smtp'],
    ['/dashboard/integrations'],
    ['/dashboard/integrations/webhook'],
    ['/dashboard/api-keys'],
    ['/dashboard/users'],
    ['/dashboard/people'],
    ['/dashboard/account'],
    ['/dashboard/account/audit-log'],
    ['/dashboard/profile'],
    [root],
    [`${root}?page=${Math.floor(signups / 100)}`],
    [`${root}?order=oldest`],
    [`${root}?order=referrals`],
    [`${root}?order=display_position`],
    [`${root}?q=pe`],
    [`${root}?q=person77777`],
    [`${root}?q=nobody`],
    [`${root}?q=example.com`],
    [`${root}?utm_source=source-7`],
    [`${root}?email_status=bounced`],
    [`${root}?email_status=none&order=display_position`],
    [`${root}?created_from=2026-02-01&created_to=2026-03-31`],
    [`${root}?field.company=Company%20777`],
    [`${root}?referral_code=${list.popular.code}`],
    [`${root}?referred_by=${list.popular.id}`],
    [`${root}?confirmed=false`],
    [`${root}/signups/${list.popular.id}`],
    [`${root}/statistics?from=2026-01-01&to=2026-04-30`], // all signups of `makeLargeList`
    [`${root}/statistics?period=all`],
    [`${root}/statistics?period=all&whole=yes`],
    [`${root}/statistics?from=2026-03-01&to=2026-03-10`],
    [`${root}/statistics?from=2026-03-01&to=2026-03-03&site=site7.example.com`],
    [`${root}/statistics?from=2026-03-01&to=2026-03-10&source=source-7`],
    [`${root}/statistics?from=2026-03-01&to=2026-03-10&site=site7.example.com`],
    [`${root}/statistics?period=all&source=source-7`],
    [`${root}/statistics?period=all&source=source-7&whole=yes`],
    [`${root}?q=person77777&whole=yes`],
    [`${root}/rewards`],
    [`${root}/rewards?fulfilled=false&reward=stickers`],
    [`${root}/rewards?q=person77777`],
    [`${root}/review`],
    [`${root}/invite`],
    [`${root}/write`],
    [`${root}/write/new/edit`],
    [`${root}/imports`],
    [`${root}/fields`],
    [`${root}/fields/company`],
    [`${root}/email`],
    [`${root}/email/preview`],
    ...['confirm', 'invite', 'reward', 'status'].map((kind): [string] => [`${root}/email/${kind}`]),
    [`${root}/invite/waves/${wave}`],
    ...['', '/page', '/form', '/links', '/rewards', '/brand', '/archive'].map((part): [string] => [
      `${root}/settings${part}`,
    ]),
    [`${root}/selection`, select('delete')],
    [`${root}/selection?q=person77777&whole=yes`, select('delete')],
    [`${root}/selection?email_status=bounced&whole=yes`, select('resend')],
  ];
  const table: Record<string, object> = {};
  for (const [path, form] of pages) {
    progress.show(`Opening ${path}`);
    const calls = [];
    for (let run = 0; run < runs; run++) calls.push(await call(path, form));
    const times = calls.map(({ ms }) => ms);
    const [text = ''] = calls.map((each) => each.text);
    const [, says = ''] = /<p class="message (?:warn|bad)"[^>]*>([^<]*)/.exec(text) ?? [];
    const p95 = quantile(times, 0.95);
    const sizes = sizesOf(text);
    table[`${form ? 'POST ' : ''}${path.replace(root, '/…')}`] = {
      status: calls[0]?.status,
      'median ms': Math.round(quantile(times, 0.5)),
      'p95 ms': Math.round(p95),
      slow: p95 <= limits.ms ? '' : path.includes('whole=yes') ? 'on request' : 'slow',
      ...sizes,
      heavy: sizes['KB gzip'] <= limits.kb ? '' : 'heavy',
      says: says.slice(0, 60),
    };
  }
  progress.end();
  console.log(
    `${signups} signups, ${runs} times each; slow: over ${limits.ms} ms; heavy: over ${limits.kb} KB by gzip`,
  );
  console.table(table);

  for (const query of ['?utm_source=source-7', '']) {
    const asked = await call(`${root}/selection${query}`, select('delete'));
    const expected = /name="expected" value="(\d+)"/.exec(asked.text)?.[1] ?? '0';
    const begun = await call(`${root}/selections${query}`, { action: 'delete', expected });
    const started = performance.now();
    const left = async () =>
      (await sql<[{ count: number }]>`SELECT count(*) FROM selections WHERE finished_at IS NULL`)[0].count;
    const waits: number[] = [];
    while ((await left()) > 0) {
      await new Promise((resolve) => setTimeout(resolve, 250));
      const at = performance.now();
      await fetch(`${deployment.urls[0]}/v1/waitlists/${list.waitlist}/signups`, {
        method: 'POST',
        headers: { authorization: `Bearer ${list.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ email: `new${at}@example.org` }),
      }).then((answer) => answer.text());
      waits.push(performance.now() - at);
      progress.show(`Deleting ${expected} signups`);
    }
    progress.end();
    const seconds = (performance.now() - started) / 1_000;
    console.log(
      `${expected} signups deleted: begun in ${Math.round(begun.ms)} ms (${begun.status}), done after ${seconds.toFixed(1)} s; ` +
        `signups meanwhile ${Math.round(quantile(waits, 0.5))} ms, p95 ${Math.round(quantile(waits, 0.95))} ms`,
    );
  }
} finally {
  await deployment.close();
}
