import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { guardRoutes } from '../../src/api/plugins/guard.ts';
import { createApiKey } from '../../src/shared/account/api-keys/create-api-key.ts';
import { type Scope, scopes } from '../../src/shared/account/scopes.ts';
import { makeLinkToken } from '../../src/shared/list/links/link-token.ts';
import { draftAnnouncementOn } from '../support/announcements/announcing.ts';
import { insertReadyImport } from '../support/imports/imports.ts';
import { type MailSink, startMailSink } from '../support/mail-sink.ts';
import { type TestAccount, testModeOf } from '../support/service/make.ts';
import { listRoutes, type Route } from '../support/service/routes.ts';
import { useService } from '../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../support/service/worker.ts';

/** The table of §5. `null` marks routes that are signed by a provider instead (§5.6). */
const table: readonly (readonly [methods: string, url: RegExp, scope: Scope | null])[] = [
  ['GET', /^\/v1\/(account|audit-log(\/export)?)$/, 'account:read'],
  ['GET', /^\/v1\/integrations(\/:type\/(deliveries(\/:deliveryId)?|health))?$/, 'account:read'],
  ['POST', /^\/v1\/integrations\/webhook\/rotate-secret$/, 'account:write'],
  ['GET', /^\/v1\/events$/, 'events:read'],
  ['POST', /^\/v1\/integrations\/:type\/(events\/:eventId\/redeliver|replay|dismiss)$/, 'events:replay'],
  ['PUT PATCH DELETE', /^\/v1\/integrations\/:type$/, 'account:write'],
  ['GET', /^\/v1\/waitlists(\/:id(\/stats|\/fields)?)?$/, 'waitlists:read'],
  ['POST', /^\/v1\/waitlists$/, 'waitlists:write'],
  ['PATCH', /^\/v1\/waitlists\/:id$/, 'waitlists:write'],
  ['POST PATCH DELETE', /^\/v1\/waitlists\/:id\/fields(\/:key)?$/, 'waitlists:write'],
  ['DELETE', /^\/v1\/waitlists\/:id$/, 'waitlists:delete'],
  ['GET', /^\/v1\/waitlists\/:id\/(signups(\/export|\/:signupId)?|leaderboard)$/, 'signups:read'],
  ['POST', /^\/v1\/waitlists\/:id\/signups$/, 'signups:write'],
  ['POST', /^\/v1\/waitlists\/:id\/signups\/bulk$/, 'signups:bulk'],
  ['PATCH', /^\/v1\/waitlists\/:id\/signups\/:signupId$/, 'signups:update'],
  ['DELETE', /^\/v1\/waitlists\/:id\/signups\/:signupId$/, 'signups:delete'],
  ['GET', /^\/v1\/waitlists\/:id\/signups\/:signupId\/links$/, 'signups:read'],
  ['GET', /^\/v1\/waitlists\/:id\/settings$/, 'settings:read'],
  ['PATCH', /^\/v1\/waitlists\/:id\/settings$/, 'settings:write'],
  ['POST', /^\/v1\/waitlists\/:id\/links\/revoke$/, 'settings:write'],
  ['PUT DELETE', /^\/v1\/waitlists\/:id\/brand\/logo$/, 'settings:write'],
  ['POST', /^\/v1\/confirmations$/, 'signups:write'],
  ['GET', /^\/v1\/suppressions(\/export)?$/, 'people:manage'],
  ['POST DELETE', /^\/v1\/suppressions$/, 'people:manage'],
  ['POST', /^\/v1\/people\/(export|erase)$/, 'people:manage'],
  ['GET', /^\/v1\/waitlists\/:id\/reviews(\/referrers)?$/, 'reviews:read'],
  ['POST', /^\/v1\/waitlists\/:id\/reviews\/(bulk|:signupId\/(approve|reject))$/, 'reviews:write'],
  ['GET', /^\/v1\/waitlists\/:id\/segments$/, 'signups:read'],
  ['POST PATCH DELETE', /^\/v1\/waitlists\/:id\/segments(\/:segmentId)?$/, 'waitlists:write'],
  ['GET', /^\/v1\/waitlists\/:id\/rewards(\/export)?$/, 'rewards:read'],
  ['POST', /^\/v1\/waitlists\/:id\/rewards\/fulfil$/, 'rewards:write'],
  ['GET', /^\/v1\/public\/(status|leaderboard)$/, null],
  ['POST', /^\/v1\/waitlists\/:id\/(waves|signups\/:signupId\/invite)$/, 'invitations:write'],
  ['GET', /^\/v1\/waitlists\/:id\/(waves|invitations)$/, 'invitations:read'],
  ['GET', /^\/v1\/waves\/:waveId(\/members(\/export)?)?$/, 'invitations:read'],
  ['POST', /^\/v1\/waves\/:waveId\/(launch|cancel)$/, 'invitations:write'],
  ['GET', /^\/v1\/waves\/:waveId\/links$/, 'invitations:write'],
  ['GET', /^\/v1\/waitlists\/:id\/announcements$/, 'announcements:read'],
  ['POST', /^\/v1\/waitlists\/:id\/announcements$/, 'announcements:write'],
  ['GET', /^\/v1\/announcements\/:announcementId(\/members(\/export)?)?$/, 'announcements:read'],
  ['PATCH', /^\/v1\/announcements\/:announcementId$/, 'announcements:write'],
  [
    'POST',
    /^\/v1\/announcements\/:announcementId\/(test|launch|pause|resume|cancel)$/,
    'announcements:write',
  ],
  ['POST', /^\/v1\/invitations\/:invitationId\/(resend|revoke)$/, 'invitations:write'],
  ['POST', /^\/v1\/(invitations\/(verify|decline)|conversions)$/, 'conversions:write'],
  ['GET POST', /^\/v1\/waitlists\/:id\/imports$/, 'imports:write'],
  ['GET PATCH', /^\/v1\/waitlists\/:id\/imports\/:importId$/, 'imports:write'],
  ['POST', /^\/v1\/waitlists\/:id\/imports\/:importId\/(start|cancel)$/, 'imports:write'],
  ['GET', /^\/v1\/waitlists\/:id\/imports\/:importId\/rows(\.csv)?$/, 'imports:write'],
  ['POST', /^\/v1\/webhooks\//, null],
];

/** The scope of a route in the table, which must contain it exactly once. */
function scopeOf({ method, url }: Pick<Route, 'method' | 'url'>): Scope | null {
  const rows = table.filter(([methods, pattern]) => methods.split(' ').includes(method) && pattern.test(url));
  expect(rows.length, `rows of §5 for ${method} ${url}`).toBe(1);
  return rows[0]?.[2] ?? null;
}

/** A secret that no answer may contain. */
const canary = 'canary-secret-0123456789';
const hook = { config: { url: `http://127.0.0.1:9/${canary}`, signing_secret: canary } };
let bodies = 0;

/** A valid body for a route, different each time, so that the body causes no refusal. */
function bodyFor({ schema, method, url }: Route): object | undefined {
  if (!(schema?.body instanceof z.ZodType)) return undefined;
  bodies += 1;
  const candidates = [
    { email: `eve_${bodies}@example.com` },
    { signups: [{ email: `eve_${bodies}@example.com` }] },
    { key: `eve_${bodies}`, label: 'Eve', type: 'string' },
    { name: `Eve ${bodies}`, subject: 'Eve', html: '<p>Eve</p>' },
    { name: `Eve ${bodies}` },
    { note: `Eve ${bodies}` },
    { label: 'Eve' },
    { enabled: false },
    { kind: 'status' },
    { token: 'forged' },
    { token: 'forged', email: 'owner@secret.example' },
    { size: 1, deliver: 'link' },
    { deliver: 'link' },
    { links: { status_page: true } },
    { since: '2026-01-01T00:00:00Z', only: 'all' },
    { overlap_hours: 0 },
    { action: 'reject', filter: { reason: 'alias' } },
    { filter: { reward: 'stickers' } },
    { name: `Segment ${bodies}`, filter: { utm_source: 'ads' } },
    { mapping: { Mail: 'email' } },
    { expected_count: 0 },
    { to: `eve_${bodies}@example.com` },
    hook,
  ];
  const { body } = schema;
  const valid = candidates.find((candidate) => body.safeParse(candidate).success);
  expect(valid, `a valid body for ${method} ${url}`).toBeDefined();
  return valid;
}

/** The values for the parameters of a path. */
type Ids = Readonly<
  Record<
    | 'id'
    | 'signupId'
    | 'key'
    | 'deliveryId'
    | 'eventId'
    | 'waveId'
    | 'announcementId'
    | 'invitationId'
    | 'importId'
    | 'segmentId',
    string
  >
>;

/** An integration is named by its type, so each account has its own. */
function pathOf({ url }: Route, ids: Ids): string {
  return url.replace(/:(\w+)/g, (_, name: string) => ({ ...ids, type: 'webhook' })[name] ?? `:${name}`);
}

describe('scopes and tenants', () => {
  let sink: MailSink;
  const env: NodeJS.ProcessEnv = {};
  const service = useService(env, async () => {
    sink = await startMailSink();
    env.MANAGED_EMAIL_URL = sink.url;
  });
  let worker: TestWorker;
  let guarded: { route: Route; scope: Scope }[];
  let named: typeof guarded; // routes with a row in their path

  beforeAll(async () => {
    worker = openTestWorker(service);
    guarded = (await listRoutes(service.ctx)).flatMap((route) => {
      const scope = scopeOf(route);
      return scope === null ? [] : [{ route, scope }];
    });
    named = guarded.filter(({ route }) => /\/:(id|waveId|announcementId|invitationId)/.test(route.url));
  });

  afterAll(async () => {
    await worker.close();
    await sink.close();
  });

  type Answer = Awaited<ReturnType<typeof send>>;
  const send = async ({ route }: (typeof guarded)[number], key: string, ids: Ids) => {
    const payload = bodyFor(route);
    // One that is there, for keys that may remove it.
    if (route.url === '/v1/confirmations')
      Object.assign(payload ?? {}, { token: await tokenOf(ids.signupId) });
    // One that was not used before, for keys that may use it.
    if (/^\/v1\/(invitations\/decline|conversions)$/.test(route.url))
      Object.assign(payload ?? {}, { token: inviteTokens.get(ids.invitationId) ?? 'none' });
    if (route.url === '/v1/waves/:waveId/links' && z.uuid().safeParse(ids.waveId).success)
      await service.sql`UPDATE waves SET state = 'sent' WHERE id = ${ids.waveId}`;
    if (/^\/v1\/announcements\/:announcementId\/(launch|pause|resume)$/.test(route.url))
      Object.assign(payload ?? {}, await makeReady(route.url, ids.announcementId));
    if (route.method === 'DELETE' && route.url === '/v1/suppressions')
      await service.call('POST', route.url, key, { ...(payload && { payload }) });
    if (route.method === 'POST' && route.url.endsWith('/imports'))
      return service.call('POST', pathOf(route, ids), key, {
        payload: 'email\nada@example.com\n',
        headers: { 'x-request-id': 'same', 'content-type': 'text/csv' },
      });
    if (route.method === 'PUT' && route.url.endsWith('/brand/logo'))
      return service.call('PUT', pathOf(route, ids), key, {
        payload: '<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>',
        headers: { 'x-request-id': 'same', 'content-type': 'image/svg+xml' },
      });
    return service.call(route.method, pathOf(route, ids), key, {
      ...(payload && { payload }),
      headers: { 'x-request-id': 'same' },
    });
  };

  /** Puts an announcement into the state that a route is for. @returns what its launch needs */
  async function makeReady(url: string, id: string): Promise<object> {
    if (!z.uuid().safeParse(id).success) return {};
    const state = url.endsWith('launch') ? 'draft' : url.endsWith('pause') ? 'sending' : 'paused';
    const [row] = await service.sql<{ selected: number }[]>`
      UPDATE announcements SET state = ${state} WHERE id = ${id} RETURNING selected`;
    return url.endsWith('launch') ? { expected_count: row?.selected ?? 0 } : {};
  }

  /** The tokens of invitations, by their ids. */
  const inviteTokens = new Map<string, string>();

  /** The token that confirms a signup, which is asked to. */
  async function tokenOf(id: string): Promise<string> {
    if (!z.uuid().safeParse(id).success) return id;
    const [row] = await service.sql<{ account_id: string }[]>`
      UPDATE signups SET confirmable_until = clock_timestamp() + interval '1 hour' WHERE id = ${id} RETURNING account_id`;
    const { key } = await service.ctx.linkSigner();
    return makeLinkToken(key, 'confirm', { accountId: row?.account_id ?? id, id, epoch: 0, generation: 0 });
  }

  const unknown: Ids = {
    id: '018f0000-0000-7000-8000-00000000dead',
    signupId: '018f0000-0000-7000-8000-00000000beef',
    deliveryId: '018f0000-0000-7000-8000-00000000feed',
    eventId: '018f0000-0000-7000-8000-00000000face',
    waveId: '018f0000-0000-7000-8000-00000000cafe',
    announcementId: '018f0000-0000-7000-8000-00000000fade',
    invitationId: '018f0000-0000-7000-8000-00000000babe',
    importId: '018f0000-0000-7000-8000-00000000beef',
    segmentId: '018f0000-0000-7000-8000-00000000beef',
    key: 'nobody',
  };

  /** Creates a waitlist with a field and a signup, and a webhook with an event and a delivery. */
  async function makeRows(account: TestAccount, key: string): Promise<Ids> {
    const id = await service.waitlist(account, { referral_bonus: 3 });
    const payload = { key, label: 'Secret label', type: 'string' };
    await service.call('POST', `/v1/waitlists/${id}/fields`, account.key, { payload });
    await service.call('PUT', '/v1/integrations/webhook', account.key, { payload: hook });
    await service.call('PATCH', '/v1/integrations/webhook', account.key, { payload: { enabled: true } });
    await service.call('PATCH', `/v1/waitlists/${id}/settings`, account.key, {
      payload: {
        ...{ abuse: { mode: 'monitor' }, invitations: { url: 'https://secret.example/in' } },
        mail: { postal_address: '1 Secret Street' },
      },
    });
    const referrer = await service.signUp(account, id, {
      email: 'owner@secret.example',
      fields: { [key]: 'x' },
    });
    const signup = await service.signUp(account, id, {
      referral_code: referrer.json().referral_code,
      email: `${key}@secret.example`,
      fields: { [key]: 'x' },
    });
    const { id: signupId } = signup.json();
    await worker.fanOutAndDeliver();
    const importId = await insertReadyImport(service.sql, account.accountId, id);
    const [row] =
      await service.sql`SELECT id FROM deliveries WHERE account_id = ${account.accountId} LIMIT 1`;
    const invite = `/v1/waitlists/${id}/signups/${referrer.json().id}/invite`;
    const invited = await service.call('POST', invite, account.key, { payload: { deliver: 'link' } });
    const { id: invitationId, url } = invited.json();
    inviteTokens.set(invitationId, new URL(url).searchParams.get('token') ?? '');
    await service.sql`UPDATE invitations SET last_mailed_at = last_mailed_at - interval '2 hours' WHERE id = ${invitationId}`;
    // An account has few drafts of one day.
    await service.sql`UPDATE waves SET created_at = created_at - interval '2 days' WHERE account_id = ${account.accountId}`;
    const draft = { payload: { size: 1, deliver: 'link' } };
    const { id: waveId } = (
      await service.call('POST', `/v1/waitlists/${id}/waves`, account.key, draft)
    ).json();
    await service.sql`UPDATE announcements SET state = 'cancelled' WHERE account_id = ${account.accountId}`;
    const announcementId = await draftAnnouncementOn(service, account, id);
    const segment = { payload: { name: 'Secret', filter: { utm_source: 'secret' } } };
    const { id: segmentId } = (
      await service.call('POST', `/v1/waitlists/${id}/segments`, account.key, segment)
    ).json();
    return {
      ...{ id, signupId, key, waveId, announcementId, invitationId, eventId: signupId, importId, segmentId },
      deliveryId: row?.id ?? unknown.deliveryId,
    };
  }

  /** All rows of an account. */
  async function snapshot(account: TestAccount): Promise<unknown> {
    const lists = await service.sql<{ id: string }[]>`
      SELECT w.*, c.last_position, c.live_count FROM waitlists w JOIN waitlist_counters c ON c.waitlist_id = w.id
      WHERE w.account_id = ${account.accountId} ORDER BY w.id`;
    const ids = lists.map(({ id }) => id);
    return {
      lists,
      fields: await service.sql`SELECT * FROM field_definitions WHERE waitlist_id = ANY(${ids}) ORDER BY key`,
      signups: await service.sql`SELECT * FROM signups WHERE waitlist_id = ANY(${ids}) ORDER BY id`,
      integrations: await service.sql`SELECT * FROM integrations WHERE account_id = ${account.accountId}`,
      imports: await service.sql`SELECT * FROM imports WHERE account_id = ${account.accountId} ORDER BY id`,
      announcements:
        await service.sql`SELECT id, name, subject, html, launched_at FROM announcements WHERE account_id = ${account.accountId} ORDER BY id`,
    };
  }

  test('cover the routes of §4, each exactly once (§4, §5)', () => {
    const names = guarded.map(({ route }) => `${route.method} ${route.url}`);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(
      expect.arrayContaining([
        'GET /v1/account',
        'POST /v1/waitlists',
        'GET /v1/waitlists',
        'GET /v1/waitlists/:id',
        'PATCH /v1/waitlists/:id',
        'DELETE /v1/waitlists/:id',
        'POST /v1/waitlists/:id/signups',
        'POST /v1/waitlists/:id/signups/bulk',
        'GET /v1/waitlists/:id/signups',
        'GET /v1/waitlists/:id/signups/export',
        'GET /v1/waitlists/:id/signups/:signupId',
        'PATCH /v1/waitlists/:id/signups/:signupId',
        'DELETE /v1/waitlists/:id/signups/:signupId',
        'GET /v1/waitlists/:id/stats',
        'GET /v1/waitlists/:id/fields',
        'POST /v1/waitlists/:id/fields',
        'PATCH /v1/waitlists/:id/fields/:key',
        'DELETE /v1/waitlists/:id/fields/:key',
        'GET /v1/integrations',
        'PUT /v1/integrations/:type',
        'PATCH /v1/integrations/:type',
        'DELETE /v1/integrations/:type',
        'GET /v1/integrations/:type/deliveries',
        'GET /v1/events',
        'POST /v1/integrations/:type/replay',
      ]),
    );
  });

  test('leave out only routes that are signed, need a session or a password, or are public', async () => {
    const guardedUrls = new Set(guarded.map(({ route }) => route.url));
    const others = (await listRoutes(service.ctx, '/'))
      .map(({ url }) => url)
      .filter((url) => !guardedUrls.has(url));
    const known =
      /^\/(v1\/webhooks\/|v1\/public\/|[sucfw]\/|stats\/|brand\/|mcp(\/x\/|$)|oauth\/|\.well-known\/oauth-|dashboard(\/|$)|docs(\/|$)|openapi\.json$|healthz$|readyz$|metrics$|robots\.txt$|favicon\.ico$|$)/;
    expect(others.filter((url) => !known.test(url))).toEqual([]);
  });

  test('give the same 401 without a key on every route, before all other checks (C1.1, §5.1)', async () => {
    const bodies = new Set<string>();
    for (const { route } of guarded) {
      for (const key of [undefined, 'wl_nonsense']) {
        const { statusCode, body } = await service.call(
          route.method,
          pathOf(route, { ...unknown, id: '%00' }),
          key,
          {
            ...(route.method !== 'GET' && {
              payload: '{"broken',
              headers: { 'content-type': 'application/json' },
            }),
          },
        );
        expect([route.method, route.url, statusCode]).toEqual([route.method, route.url, 401]);
        bodies.add(body);
      }
    }
    expect(bodies.size).toBe(1);
  });

  /** Whether an answer shows exactly the properties that its route declares, and no secret. */
  function expectDeclared({ route }: (typeof guarded)[number], answer: Answer, key: string): void {
    const name = `${route.method} ${route.url}`;
    const { statusCode, body } = answer;
    expect([name, statusCode < 300]).toEqual([name, true]);
    expect([name, [canary, key].filter((secret) => body.includes(secret))]).toEqual([name, []]);
    const shape = (route.schema?.response as Record<number, unknown> | undefined)?.[statusCode];
    if (!(shape instanceof z.ZodType) || body === '') return;
    // `parse` drops undeclared properties.
    expect([name, shape.parse(JSON.parse(body))]).toEqual([name, JSON.parse(body)]);
  }

  test.each(scopes)(
    'allow a key with only %s what §5 grants, and show exactly what is declared (§2, §2.9, §4.7 rule 3)',
    async (scope) => {
      const account = await service.account();
      const key = await service.key(account, [scope]);
      const isRead = scope.endsWith(':read');
      let ids = await makeRows(account, 'field_key');
      for (const entry of guarded.filter((each) => each.scope === scope)) {
        if (!isRead) ids = await makeRows(account, 'field_key'); // the call before may have deleted them
        expectDeclared(entry, await send(entry, key, ids), key);
        // A key with more scopes sees no more.
        if (isRead) expectDeclared(entry, await send(entry, account.key, ids), account.key);
      }
    },
  );

  test('refuse a key with all other scopes the routes of each scope with 403 (§5.2, §5.4)', async () => {
    const account = await service.account();
    for (const missing of scopes) {
      const others = scopes.filter((scope) => scope !== missing);
      const key = await service.key(account, others);
      await Promise.all(
        guarded
          .filter(({ scope }) => scope === missing)
          .map(async (entry) => {
            const { statusCode, body } = await send(entry, key, unknown);
            const name = `${entry.route.method} ${entry.route.url} without ${missing}`;
            expect([name, statusCode, JSON.parse(body).error.code]).toEqual([name, 403, 'forbidden']);
          }),
      );
    }
  });

  test('give the same 403 for own, foreign, unknown and malformed ids (§5.2, C1.1)', async () => {
    const victim = await service.account();
    const account = await service.account();
    const none = await service.key(account, []);
    const foreign = await makeRows(victim, 'theirs');
    const own = await makeRows(account, 'mine');
    const malformed: Ids = {
      id: 'nonsense',
      signupId: "'",
      key: 'Ü',
      deliveryId: '0',
      eventId: '-',
      waveId: '1',
      announcementId: '2',
      invitationId: 'x',
      importId: "'",
      segmentId: '1',
    };
    for (const entry of guarded) {
      const [first, ...others] = await Promise.all(
        [own, foreign, unknown, malformed].map((ids) => send(entry, none, ids)),
      );
      expect(first?.statusCode).toBe(403);
      for (const other of others) expect([other.statusCode, other.body]).toEqual([403, first?.body]);
      for (const secret of [account.accountId, victim.accountId, own.id, foreign.id]) {
        expect(first?.body).not.toContain(secret);
      }
    }
  });

  /** Two accounts whose rows the other one must not reach. */
  const pairs: Readonly<Record<string, () => Promise<{ victim: TestAccount; account: TestAccount }>>> = {
    'another account': async () => ({ victim: await service.account(), account: await service.account() }),
    'the test mode': async () => {
      const account = await service.account();
      return { victim: await testModeOf(service, account), account };
    },
    'the live account': async () => {
      const victim = await service.account();
      return { victim, account: await testModeOf(service, victim) };
    },
  };

  test.each(Object.keys(pairs))(
    'give the same 404 for ids of %s as for unknown ids, and change nothing (§4.2, §7, N8)',
    async (pair) => {
      const { victim, account } = (await pairs[pair]?.()) ?? expect.fail();
      const foreign = await makeRows(victim, 'theirs');
      const own = await makeRows(account, 'mine');
      const before = [await snapshot(victim), await snapshot(account)];
      const mixes: readonly (readonly [Ids, Ids])[] = [
        [foreign, unknown],
        [
          { ...own, id: foreign.id },
          { ...own, id: unknown.id },
        ],
        [
          { ...own, signupId: foreign.signupId, key: foreign.key },
          { ...own, signupId: unknown.signupId, key: unknown.key },
        ],
        [
          { ...own, importId: foreign.importId },
          { ...own, importId: unknown.importId },
        ],
      ];
      const shape = ({ statusCode, headers, body }: Answer) => {
        const { date: _, 'ratelimit-remaining': __, 'ratelimit-reset': ___, ...rest } = headers;
        return { statusCode, headers: rest, body };
      };
      let compared = 0;
      for (const entry of named) {
        for (const [theirs, nobodys] of mixes) {
          const { url } = entry.route;
          // This would be a call for an own row.
          if (pathOf(entry.route, theirs) === pathOf(entry.route, own)) continue;
          const answer = shape(await send(entry, account.key, theirs));
          const name = `${entry.route.method} ${url}`;
          expect([name, answer.statusCode, JSON.parse(answer.body).error.code]).toEqual([
            name,
            404,
            'not_found',
          ]);
          expect(answer).toEqual(shape(await send(entry, account.key, nobodys)));
          compared += 1;
        }
      }
      expect(compared).toBeGreaterThan(1.5 * named.length);
      expect([await snapshot(victim), await snapshot(account)]).toEqual(before);
    },
  );

  test('give 404 for a signup of another waitlist of the account (§4.3)', async () => {
    const account = await service.account();
    const here = await makeRows(account, 'here');
    const there = await makeRows(account, 'there');
    for (const method of ['GET', 'DELETE'] as const) {
      const url = `/v1/waitlists/${here.id}/signups/${there.signupId}`;
      expect((await service.call(method, url, account.key)).statusCode).toBe(404);
    }
    const list = await service.call('GET', `/v1/waitlists/${there.id}/signups`, account.key);
    expect(list.json().total).toBe(2); // with its referrer
  });

  test.each(Object.keys(pairs))(
    'show nothing of %s on routes without an id (§4.1, §4.2, N8)',
    async (pair) => {
      const { victim, account } = (await pairs[pair]?.()) ?? expect.fail();
      const foreign = await makeRows(victim, 'theirs');
      const own = await makeRows(account, 'mine');
      for (const entry of guarded.filter(({ route }) => route.method === 'GET')) {
        const { body } = await send(entry, account.key, own);
        for (const secret of [
          foreign.id,
          foreign.signupId,
          'theirs',
          ...(pair === 'another account' ? [victim.accountId] : []),
        ]) {
          expect(body).not.toContain(secret);
        }
      }
    },
  );

  test('store all current scopes by name for a key with all scopes, so it gets no later ones (§5.3, §9.3)', async () => {
    const { accountId } = await service.account();
    const made = await createApiKey(service.ctx, accountId, { name: 'all', scopes: 'all' });
    const [row] = await service.sql<
      { scopes: string[] }[]
    >`SELECT scopes FROM api_keys WHERE id = ${made.key_id}`;
    expect(row?.scopes).toEqual([...scopes]);
  });

  test('prevent the start of an app that has a route without a scope (§5)', async () => {
    const app = fastify();
    app.register(async (api) => {
      guardRoutes(api, service.ctx);
      api.get('/v1/open', async () => 'open');
    });
    await expect(app.ready()).rejects.toThrow('GET /v1/open declares no scope');
  });
});
