import { readFileSync } from 'node:fs';
import { addressLikeFile, longFile, type World } from './world.ts';

/** A request that an account sends many times at once. */
export interface Attack {
  readonly name: string;
  readonly path: string;
  readonly init: RequestInit;
  /** The status of a call that is waited for; 200 unless it is told. */
  readonly status?: number;
  /** Whether a worker goes on with what was stored, or deletes it. */
  readonly goesOn?: boolean;
}

/** The costliest queries that routes of reads allow, by the end of their path. */
const queries: Readonly<Record<string, readonly string[]>> = {
  '/signups': ['limit=200', 'limit=200&order=display_position', 'limit=1&offset=2147483647', 'q=person19999'],
  '/rows': ['limit=200', 'limit=1&offset=100000'],
  '/rows.csv': ['', 'outcome=duplicate'],
  '/signups/export': ['', 'q=person19999', 'utm_source=nobody'],
  '/stats': ['from=2016-01-01&to=2026-01-01&include=confirmation'],
  '/v1/events': ['limit=200&from=2020-01-01T00:00:00Z', 'limit=200&types=signup.removed'],
  '/leaderboard': ['limit=100'],
  '/audit-log': ['limit=200'],
};

/**
 * Routes that need something else than a key or a session, do not loop, or are left out for another reason.
 */
const leftOut = new RegExp(
  [
    '^/(healthz|readyz)$',
    '^/v1/public/', // asked with the token of a person
    '^/f/',
    '/deliveries/', // there is none
    '/integrations/\\{type\\}/health$',
    '/waves/\\{waveId\\}/links$', // a draft has none
    'single-sign-on',
    '/dashboard/design$', // in development only
    '/dashboard/(sign-in|forgotten|first-start|link|two-factor|assets|queues)',
    '/dashboard/oidc',
    '\\*',
  ].join('|'),
);

function expand(path: string, values: Readonly<Record<string, string>>): string | undefined {
  let isKnown = true;
  const filled = path.replace(/\{(\w+)\}|:(\w+)/g, (_, brace?: string, colon?: string) => {
    const value = values[brace ?? colon ?? ''];
    isKnown &&= value !== undefined;
    return value ?? '';
  });
  return isKnown ? filled : undefined;
}

/**
 * Every route of the API and page of the dashboard that reads, over each list, with its costliest queries.
 */
function readsOf(world: World): Attack[] {
  const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as {
    paths: Record<string, Record<string, unknown>>;
  };
  const routes = Object.entries(document.paths).flatMap(([path, { get }]) => (get ? [path] : []));
  const authorization = `Bearer ${world.key}`;
  const paths = new Map<string, Attack>();
  for (const path of [...routes, ...world.pages]) {
    if (leftOut.test(path)) continue;
    for (const name of ['gap', 'heavy', 'many'] as const) {
      const filled = expand(path, {
        id: world.lists[name],
        signupId: world.signups[name],
        ...(name === 'many' && { waveId: world.wave }),
        importId: world.imports[name],
        type: 'webhook',
        key: 'company',
      });
      if (filled === undefined) continue;
      const [, costly = ['']] = Object.entries(queries).find(([end]) => path.endsWith(end)) ?? [];
      const headers: Record<string, string> = path.startsWith('/dashboard')
        ? { cookie: world.cookie }
        : { authorization };
      for (const query of path.startsWith('/v1') ? costly : ['']) {
        const full = query === '' ? filled : `${filled}?${query}`;
        if (!paths.has(full))
          paths.set(full, { name: `GET ${path} of ${name} ${query}`, path: full, init: { headers } });
      }
    }
  }
  return [...paths.values()];
}

/** Requests that write, or that take a long body. */
function writesOf(world: World): Attack[] {
  const { lists, key } = world;
  const headers = { authorization: `Bearer ${key}` };
  const json = (name: string, path: string, body: unknown, status = 200): Attack => ({
    name,
    path,
    status,
    init: {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    },
  });
  const csv = (name: string, list: string, body: string, status = 201): Attack => ({
    name,
    status,
    goesOn: true,
    path: `/v1/waitlists/${list}/imports`,
    init: { method: 'POST', headers: { ...headers, 'content-type': 'text/csv' }, body },
  });
  // Nobody matches, which is found only at the end.
  const wave = { size: 100_000, deliver: 'link', filter: { utm_source: 'nobody' } };
  const text = '%41'.repeat(300);
  return [
    json('POST waves of gap', `/v1/waitlists/${lists.gap}/waves`, wave, 409),
    json('POST waves of many', `/v1/waitlists/${lists.many}/waves`, wave, 409),
    json('POST waves of heavy', `/v1/waitlists/${lists.heavy}/waves`, { ...wave, filter: {} }, 201),
    json('POST bulk', `/v1/waitlists/${lists.heavy}/signups/bulk`, {
      signups: Array.from({ length: 100 }, (_, at) => ({
        email: `bulk${at}@example.com`,
        metadata: Object.fromEntries(Array.from({ length: 10 }, (_each, part) => [`k${part}`, text])),
      })),
    }),
    json('POST people/export', '/v1/people/export', { email: 'person1@example.com' }),
    json('POST reviews/bulk', `/v1/waitlists/${lists.many}/reviews/bulk`, {
      action: 'approve',
      filter: { reason: 'alias' },
    }),
    csv('POST imports, texts like addresses', lists.heavy, addressLikeFile('up')),
    csv('POST imports, many rows', lists.many, longFile('up', 2_000)),
    csv('POST imports, one long line', lists.many, `email\n${'a,'.repeat(3_000_000)}\n`, 400),
    csv(
      'POST imports, one open quote',
      lists.many,
      `email,note\na@example.com,"${'x'.repeat(6_000_000)}`,
      400,
    ),
    csv(
      'POST imports, many quotes',
      lists.many,
      `email,note\na@example.com,"${'""'.repeat(3_000_000)}"\n`,
      400,
    ),
  ];
}

/** All requests. */
export const attacksOf = (world: World): readonly Attack[] => [...readsOf(world), ...writesOf(world)];
