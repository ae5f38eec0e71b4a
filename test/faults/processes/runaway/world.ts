import { openWebContext } from '../../../../src/api/web-context.ts';
import { createUser } from '../../../../src/shared/account/users/create-user.ts';
import { readConfig } from '../../../../src/shared/config.ts';
import type { Deployment } from '../../../support/deployment/deployment.ts';
import { asOperator, setWebhook } from '../../../support/deployment/operator.ts';
import { storeSignups } from '../../../support/deployment/store-signups.ts';
import { ask } from '../../../support/people/plant-person.ts';
import { makeAccount } from '../../../support/service/make.ts';
import { listRoutes } from '../../../support/service/routes.ts';
import { until } from '../../../support/until.ts';

const heavySignups = 500;
const manySignups = 20_000;
const manyRows = 20_000;
/** Keys and characters of the largest metadata. Each character takes JSON six. */
const largestMetadata = Object.fromEntries(
  Array.from({ length: 10 }, (_, at) => [`key_${at}`, '\u0007'.repeat(1_000)]),
);

/** 40 rows whose second cell looks like addresses everywhere, 7 MB (N3). */
export const addressLikeFile = (name: string): string => {
  const cell = `${'%41'.repeat(66)}%40${'ü'.repeat(120)}.com `.repeat(400);
  const rows = Array.from({ length: 40 }, (_, at) => `${name}${at}@example.com,${cell}`);
  return `email,note\n${rows.join('\n')}\n`;
};
export const longFile = (name: string, rows = manyRows): string =>
  `email,note\n${Array.from({ length: rows }, (_, at) => `${name}${at}@example.com,n${at}`).join('\n')}\n`;

/**
 * An account with the worst that may be stored: a list with a gap of a billion positions, one with the
 * largest signups, one with many, and an import of each kind that waits for its start.
 */
export interface World {
  readonly deployment: Deployment;
  readonly url: string;
  readonly accountId: string;
  readonly key: string;
  /** The Cookie header of the account's owner. */
  readonly cookie: string;
  readonly lists: Readonly<Record<'gap' | 'heavy' | 'many', string>>;
  /** The first signup of each list. */
  readonly signups: Readonly<Record<'gap' | 'heavy' | 'many', string>>;
  readonly imports: Readonly<Record<'gap' | 'heavy' | 'many', string>>;
  readonly wave: string;
  /** The URLs of the dashboard's pages and downloads, with the names of their parameters. */
  readonly pages: readonly string[];
  call(method: string, path: string, body?: unknown): Promise<Record<string, never>>;
  makeList(): Promise<string>;
  /** Uploads a file. @returns the id of the import */
  upload(list: string, csv: string, query?: string): Promise<string>;
  /** An account may have 20 drafts of waves. Cancels those of a list. */
  cancelDrafts(): Promise<void>;
  /** Waits until no job of the account is due. */
  untilIdle(): Promise<void>;
  /** Waits until an import has this state. */
  untilImport(list: string, id: string, state: string): Promise<void>;
}

export async function makeWorld(deployment: Deployment, url: string): Promise<World> {
  const { sql, progress } = deployment;
  progress.show('Storing the worst that is allowed');
  // A free account has less than this, in every respect.
  const { accountId, key } = await makeAccount(sql, { plan: 'scale' });
  let keys = 0;
  const call: World['call'] = (method, path, body) => {
    keys += 1;
    const headers = method === 'POST' ? { 'idempotency-key': `runaway-${keys}` } : {};
    return ask({ url, key }, method, path, body, headers);
  };
  const makeList = async () => String((await call('POST', '/v1/waitlists', { name: `List ${keys}` })).id);
  const upload: World['upload'] = async (list, csv, query = '') => {
    const response = await fetch(`${url}/v1/waitlists/${list}/imports?${query}`, {
      method: 'POST',
      body: csv,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
    });
    const answer = (await response.json()) as { id: string };
    if (response.status !== 201) throw new Error(`An upload was answered ${response.status}`);
    return answer.id;
  };
  const untilImport: World['untilImport'] = (list, id, state) =>
    until(async () => {
      const now = (await call('GET', `/v1/waitlists/${list}/imports/${id}`)) as { state?: string };
      return now.state === state;
    }, 300);

  const lists = { gap: await makeList(), heavy: await makeList(), many: await makeList() };
  const places =
    'email,position,created_at\na@example.com,1,2025-01-01\nb@example.com,1000000000,2025-01-02\n';
  const gap = await upload(lists.gap, places, 'positions=keep');
  await untilImport(lists.gap, gap, 'ready');
  await call('POST', `/v1/waitlists/${lists.gap}/imports/${gap}/start`, {});
  await untilImport(lists.gap, gap, 'finished');

  const store = (list: string, count: number, metadata: Record<string, string>) =>
    storeSignups(sql, { accountId, waitlist: list }, count, { change: () => ({ metadata }) });
  const [heavyFirst = ''] = await store(lists.heavy, heavySignups, largestMetadata);
  const many = await store(lists.many, manySignups, {});
  await refer(deployment, lists.many, many);
  const [gapFirst] = await sql<
    [{ id: string }]
  >`SELECT id FROM signups WHERE waitlist_id = ${lists.gap} LIMIT 1`;

  for (const list of Object.values(lists)) {
    await call('POST', `/v1/waitlists/${list}/fields`, { key: 'company', label: 'Company', type: 'string' });
    await call('PATCH', `/v1/waitlists/${list}/settings`, {
      invitations: { url: 'https://site.example/welcome' },
      abuse: { mode: 'monitor' },
    });
  }
  const imports = {
    gap,
    heavy: await upload(lists.heavy, addressLikeFile('waiting')),
    many: await upload(lists.many, longFile('waiting')),
  };
  await untilImport(lists.heavy, imports.heavy, 'ready');
  await untilImport(lists.many, imports.many, 'ready');
  const wave = await call('POST', `/v1/waitlists/${lists.many}/waves`, { size: 1_000, deliver: 'link' });
  // Its deliveries fail: nothing answers there.
  await setWebhook(deployment, accountId, 'https://127.0.0.1:9/');
  return {
    deployment,
    url,
    accountId,
    key,
    cookie: await signIn(deployment, url, accountId),
    lists,
    signups: { gap: gapFirst.id, heavy: heavyFirst, many: many[0] ?? '' },
    imports,
    wave: String(wave.id),
    pages: await listPages(deployment),
    call,
    makeList,
    upload,
    async cancelDrafts() {
      const drafts = await sql<{ id: string }[]>`
        SELECT id FROM waves WHERE account_id = ${accountId} AND state = 'draft' AND id <> ${String(wave.id)}`;
      for (const { id } of drafts) await call('POST', `/v1/waves/${id}/cancel`, {});
    },
    untilIdle: () =>
      until(async () => {
        const due = await sql`
          SELECT 1 FROM outbox WHERE account_id = ${accountId} AND due_at < clock_timestamp() + interval '5 seconds' LIMIT 1`;
        return due.length === 0;
      }, 300),
    untilImport,
  };
}

/** Each of the first fifty has referred an equal share of the others. */
async function refer({ sql }: Deployment, list: string, ids: readonly string[]): Promise<void> {
  await sql`
    UPDATE signups SET referred_by = (${ids.slice(0, 50)}::uuid[])[1 + position % 50]
    WHERE waitlist_id = ${list} AND position > 50`;
  await sql`
    UPDATE signups SET referral_count = (SELECT count(*) FROM signups f WHERE f.waitlist_id = ${list} AND f.referred_by = signups.id)
    WHERE waitlist_id = ${list} AND position <= 50`;
  await sql`
    UPDATE waitlist_counters SET referred_count = ${ids.length - 50} WHERE waitlist_id = ${list}`;
}

async function signIn(deployment: Deployment, url: string, accountId: string): Promise<string> {
  const owner = { email: 'owner@example.com', password: 'correct horse battery' };
  await asOperator(deployment, (ctx) => createUser(ctx, accountId, { ...owner, role: 'owner' }));
  const { headers, status } = await fetch(`${url}/dashboard/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(owner),
  });
  if (status !== 303) throw new Error(`The sign-in was answered ${status}`);
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');
}

async function listPages({ env }: Deployment): Promise<string[]> {
  const ctx = openWebContext({ ...readConfig(env), log: { level: 'silent' } });
  try {
    const routes = await listRoutes(ctx, '/dashboard');
    return routes.filter(({ method }) => method === 'GET').map(({ url }) => url);
  } finally {
    await ctx.close();
  }
}
