import { beforeAll, describe, expect, test } from 'vitest';
import { csrfOf, signedIn, toForm, type Visitor } from '../support/dashboard.ts';
import { insertRows, stateOf } from '../support/service/account-rows.ts';
import type { TestAccount } from '../support/service/make.ts';
import { listRoutes, type Route } from '../support/service/routes.ts';
import { useService } from '../support/service/service.ts';
import { oneOfEach } from '../support/values/tries-all.ts';

/** Pages without a session. */
const isOpen = ({ url }: Route) =>
  /^\/dashboard\/(sign-in(\/code|\/account|\/oidc(\/callback)?)?|forgot-password|new-password|invitation|first-start|connect\/:uid|assets\/.*)$/.test(
    url,
  );

const isForm = ({ method }: Route) => method === 'POST';

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
    ids = await insertRows(service, foreign, stranger);
  });

  const pathOf = ({ url }: Route) =>
    url.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? expect.fail(name));

  test('is covered by this file', () => {
    expect(routes.length).toBeGreaterThan(20);
    expect(new Set(routes.map(({ method }) => method))).toEqual(new Set(['GET', 'POST']));
  });

  test('redirects to the sign-in without a session, and does nothing (C11.1)', async () => {
    const before = await stateOf(service, foreign);
    const csrf = csrfOf(await stranger.open('/dashboard'));
    for (const [turn, route] of routes.entries()) {
      for (const token of oneOfEach(turn, [
        [undefined, ''],
        ['A'.repeat(43), '%00', '{}'],
      ])) {
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
    expect(await stateOf(service, foreign)).toBe(before);
  });

  test('refuses a form without the CSRF token of its session (C11.1)', async () => {
    const before = await stateOf(service, foreign);
    const others = csrfOf(await visitor.open('/dashboard'));
    for (const [turn, route] of routes.filter(isForm).entries()) {
      for (const csrf of oneOfEach(turn, [['', 'x'.repeat(others.length)], [others]])) {
        const answer = await stranger.send(pathOf(route), { csrf });
        expect(answer.statusCode, route.url).toBe(403);
      }
      const twice = await stranger.send(pathOf(route), { csrf: [others, others] });
      expect(twice.statusCode, route.url).toBe(403);
    }
    expect(await stateOf(service, foreign)).toBe(before);
  });

  test('refuses forms from other sites, and other content types (C11.1)', async () => {
    const before = await stateOf(service, foreign);
    const elsewhere: readonly Record<string, string>[][] = [
      [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }, { 'sec-fetch-site': 'none' }],
      [{ origin: 'https://evil.example' }, { origin: 'null' }],
    ];
    const signIn = { method: 'POST', url: '/dashboard/sign-in', schema: undefined } as Route;
    for (const [turn, route] of [...routes.filter(isForm), signIn].entries()) {
      for (const headers of oneOfEach(turn, elsewhere)) {
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
    expect(await stateOf(service, foreign)).toBe(before);
  });

  test('neither shows nor changes rows of another account', async () => {
    const before = await stateOf(service, foreign);
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
    expect(await stateOf(service, foreign)).toBe(before);
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
      // These contain markup as text.
      const markup = answer.body.replace(/<textarea.*?<\/textarea>| srcdoc="[^"]*"/gs, '');
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
      ['%00', 'a%00b%40example.com', '%ff%fe', '%ed%a0%80'],
      ['a&NAME=b', ''],
      ['x'.repeat(400_000)],
    ];
    const csrf = csrfOf(await visitor.open('/dashboard'));
    const forms = routes.filter((route) => isForm(route) && !/sign-out|password/.test(route.url));
    for (const [turn, route] of forms.entries()) {
      for (const value of oneOfEach(turn, values)) {
        const fields = [...names].map((name) => `${name}=${value.replace('NAME', name)}`);
        const body = value.length > 1_000 ? fields[0] : fields.join('&');
        const answer = await visitor.send(pathOf(route), {}, { payload: `${body}&csrf=${csrf}` });
        expect(answer.statusCode, `${route.url} ${value.slice(0, 30)}`).toBeLessThan(500);
      }
    }
  });
});
