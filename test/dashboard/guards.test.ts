import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/shared/ids.ts';
import { csrfOf, signedIn, toForm, type Visitor } from '../support/dashboard.ts';
import type { TestAccount } from '../support/service/make.ts';
import { listRoutes, type Route } from '../support/service/routes.ts';
import { useService } from '../support/service/service.ts';

const isOpen = ({ url }: Route) => url === '/dashboard/sign-in' || url.startsWith('/dashboard/assets/');

describe('every route of the dashboard', () => {
  const service = useService();
  let routes: Route[];
  let own: TestAccount;
  let foreign: TestAccount;
  let visitor: Visitor;
  let stranger: Visitor;
  let ids: Record<string, string>;

  beforeAll(async () => {
    routes = (await listRoutes(service.ctx, '/dashboard')).filter((route) => !isOpen(route));
    own = await service.account();
    foreign = await service.account();
    visitor = await signedIn(service, own);
    stranger = await signedIn(service, foreign);
    ids = await fill(foreign, stranger);
  });

  /** Creates one row for every parameter of a path. */
  async function fill(account: TestAccount, { email }: Visitor): Promise<Record<string, string>> {
    const id = await service.waitlist(account);
    const signup = await service.signUp(account, id, { email: 'ada@example.com' });
    const field = { key: 'team', label: 'Team', type: 'string' };
    await service.call('POST', `/v1/waitlists/${id}/fields`, account.key, { payload: field });
    const hook = { config: { url: 'http://127.0.0.1:9/hook' } };
    await service.call('PUT', '/v1/integrations/webhook', account.key, { payload: hook });
    const [key] = await service.sql<
      { id: string }[]
    >`SELECT id FROM api_keys WHERE account_id = ${account.accountId}`;
    const [user] = await service.sql<{ id: string }[]>`SELECT id FROM users WHERE email = ${email}`;
    const deliveryId = newId();
    await service.sql`
      INSERT INTO deliveries (account_id, id, integration_id, event_type, status)
      SELECT account_id, ${deliveryId}, id, 'signup.created', 'failed' FROM integrations WHERE account_id = ${account.accountId}`;
    return {
      id,
      deliveryId,
      signupId: signup.json().id,
      key: 'team',
      keyId: key?.id ?? '',
      userId: user?.id ?? '',
      type: 'webhook',
      provider: 'smtp',
    };
  }

  const pathOf = ({ url }: Route) =>
    url.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? expect.fail(name));

  /** All rows of an account, to detect changes. */
  async function stateOf({ accountId }: TestAccount): Promise<string> {
    const [row] = await service.sql<[{ state: string }]>`
      SELECT concat_ws('|',
        (SELECT string_agg(w::text || c::text, ',' ORDER BY w.id) FROM waitlists w JOIN waitlist_counters c ON c.waitlist_id = w.id WHERE w.account_id = ${accountId}),
        (SELECT string_agg(s::text, ',' ORDER BY s.id) FROM signups s JOIN waitlists w ON w.id = s.waitlist_id WHERE w.account_id = ${accountId}),
        (SELECT string_agg(f::text, ',' ORDER BY f.key) FROM field_definitions f JOIN waitlists w ON w.id = f.waitlist_id WHERE w.account_id = ${accountId}),
        (SELECT string_agg(e::text, ',') FROM mail_templates e JOIN waitlists w ON w.id = e.waitlist_id WHERE w.account_id = ${accountId}),
        (SELECT string_agg(p::text, ',') FROM email_providers p WHERE p.account_id = ${accountId}),
        (SELECT string_agg(i::text, ',' ORDER BY i.id) FROM integrations i WHERE i.account_id = ${accountId}),
        (SELECT string_agg(concat(k.id, k.revoked_at), ',' ORDER BY k.id) FROM api_keys k WHERE k.account_id = ${accountId}),
        (SELECT string_agg(u::text, ',' ORDER BY u.id) FROM users u WHERE u.account_id = ${accountId})) AS state`;
    return row.state;
  }

  test('is covered by this file', () => {
    expect(routes.length).toBeGreaterThan(20);
    expect(new Set(routes.map(({ method }) => method))).toEqual(new Set(['GET', 'POST']));
  });

  test('redirects to the sign-in without a session, and does nothing (C11.1)', async () => {
    const before = await stateOf(foreign);
    const csrf = csrfOf(await stranger.open('/dashboard'));
    for (const token of [undefined, '', 'A'.repeat(43), '%00', '{}']) {
      for (const route of routes) {
        const answer = await service.app.inject({
          method: route.method,
          url: pathOf(route),
          headers: {
            ...(token !== undefined && { cookie: `waitlist-session=${token}` }),
            ...(route.method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
          },
          ...(route.method === 'POST' && { payload: toForm({ csrf }) }),
        });
        expect([answer.statusCode, String(answer.headers.location)], `${route.method} ${route.url}`).toEqual([
          303,
          expect.stringMatching(/^\/dashboard\/sign-in/),
        ]);
      }
    }
    expect(await stateOf(foreign)).toBe(before);
  });

  test('refuses a form without the CSRF token of its session (C11.1)', async () => {
    const before = await stateOf(foreign);
    const others = csrfOf(await visitor.open('/dashboard'));
    for (const { method, ...route } of routes) {
      if (method !== 'POST') continue;
      for (const csrf of ['', others, 'x'.repeat(others.length)]) {
        const answer = await stranger.send(pathOf({ method, ...route }), { csrf });
        expect(answer.statusCode, route.url).toBe(403);
      }
      const twice = await stranger.send(pathOf({ method, ...route }), { csrf: [others, others] });
      expect(twice.statusCode, route.url).toBe(403);
    }
    expect(await stateOf(foreign)).toBe(before);
  });

  test('refuses forms from other sites, and other content types (C11.1)', async () => {
    const before = await stateOf(foreign);
    const elsewhere = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ];
    for (const route of [
      ...routes,
      { method: 'POST', url: '/dashboard/sign-in', schema: undefined } as Route,
    ]) {
      if (route.method !== 'POST') continue;
      for (const headers of elsewhere) {
        const answer = await stranger.send(pathOf(route), {}, { headers });
        expect(answer.statusCode, `${route.url} ${JSON.stringify(headers)}`).toBe(403);
      }
      const json = await stranger.send(
        pathOf(route),
        {},
        { headers: { 'content-type': 'application/json' }, payload: '{}' },
      );
      expect(json.statusCode, route.url).toBe(415);
    }
    expect(await stateOf(foreign)).toBe(before);
  });

  test('neither shows nor changes rows of another account', async () => {
    const before = await stateOf(foreign);
    for (const route of routes) {
      if (!route.url.includes('/:') || /:(type|provider)/.test(route.url)) continue;
      const answer =
        route.method === 'GET' ? await visitor.open(pathOf(route)) : await visitor.send(pathOf(route));
      expect(answer.statusCode, `${route.method} ${route.url}`).toBe(404);
    }
    for (const route of routes) {
      // Routes without a parameter act on the own account.
      if (route.url.includes('/sign-out') || route.url.includes('password')) continue;
      if (route.method === 'POST' && !/:(id|keyId|userId)/.test(route.url)) await visitor.send(pathOf(route));
    }
    expect(await stateOf(foreign)).toBe(before);
  });

  test('answers unknown and malformed parameters with an error page', async () => {
    for (const path of [
      '/dashboard/nope',
      '/dashboard/waitlists/nope',
      '/dashboard/integrations/nope',
      '/dashboard/waitlists/%00/settings',
    ]) {
      const answer = await visitor.open(path);
      expect([path, answer.statusCode]).toEqual([path, 404]);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.body).toMatch(/No such (page|waitlist)\./);
    }
  });

  test('returns pages that forbid foreign scripts, frames and caches', async () => {
    for (const route of routes) {
      if (route.method !== 'GET') continue;
      const answer = await stranger.open(pathOf(route));
      expect(answer.statusCode, route.url).toBe(200);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      if (!String(answer.headers['content-type']).startsWith('text/html')) continue;
      const policy = String(answer.headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toMatch(/script-src[^;]*unsafe|\*/);
      const markup = answer.body.replace(/<textarea.*?<\/textarea>| srcdoc="[^"]*"/gs, ''); // these contain markup as text
      expect(markup).not.toMatch(/ style=| on\w+=|<script(?![^>]* src=)/);
    }
  });

  test('refuses values that cannot be stored and malformed forms without a 5xx', async () => {
    const names = new Set(['csrf2', '__proto__', 'constructor']);
    for (const route of routes) {
      if (route.method !== 'GET') continue;
      const { body } = await stranger.open(pathOf(route));
      for (const [, name = ''] of body.matchAll(/<(?:input|select|textarea)[^>]* name="(\w+)"/g))
        names.add(name);
    }
    names.delete('csrf');
    expect(names.size).toBeGreaterThan(10);
    const values = [
      '%00',
      'a%00b%40example.com',
      '%ff%fe',
      '%ed%a0%80',
      `${'x'.repeat(400_000)}`,
      'a&NAME=b',
      '',
    ];
    for (const route of routes) {
      if (route.method !== 'POST' || /sign-out|password/.test(route.url)) continue;
      for (const value of values) {
        const fields = [...names].map((name) => `${name}=${value.replace('NAME', name)}`);
        const body = value.length > 1_000 ? fields[0] : fields.join('&');
        const csrf = csrfOf(await visitor.open('/dashboard'));
        const answer = await visitor.send(pathOf(route), {}, { payload: `${body}&csrf=${csrf}` });
        expect(answer.statusCode, `${route.url} ${value.slice(0, 30)}`).toBeLessThan(500);
      }
    }
  });
});
