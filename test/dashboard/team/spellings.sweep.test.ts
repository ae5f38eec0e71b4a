import diagnostics from 'node:diagnostics_channel';
import type { FastifyInstance, HTTPMethods } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../../src/api/app.ts';
import { roleNames } from '../../../src/shared/account/scopes.ts';
import { signedIn, wordsOf } from '../../support/dashboard.ts';
import { openWire } from '../../support/network/raw-http.ts';
import { insertRows, stateOf } from '../../support/service/account-rows.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { listRoutes, type Route } from '../../support/service/routes.ts';
import { useService } from '../../support/service/service.ts';
import { spellingsOf } from '../../support/values/spellings.ts';
import { triesAll } from '../../support/values/tries-all.ts';

/** What needs no session. It is counted by address, and tells no roles apart. */
const isOpen = ({ url }: Route) =>
  /^\/dashboard\/(sign-in(\/code|\/account|\/oidc(\/callback)?)?|forgot-password|new-password|invitation|first-start|connect\/:uid|assets\/.*)$/.test(
    url,
  );

describe('the rights of a role (N8)', () => {
  const service = useService();
  let routes: Route[];
  let account: TestAccount;
  let ids: Record<string, string>;

  beforeAll(async () => {
    routes = (await listRoutes(service.ctx, '/dashboard')).filter((route) => !isOpen(route));
    account = await service.account();
    ids = await insertRows(service, account, await signedIn(service, account));
  });

  /** What an answer gives: its status, and why if it refuses. */
  const given = (answer: { readonly statusCode: number; readonly body: string }) =>
    answer.statusCode === 403
      ? `403 ${/Your role|This form has expired/.exec(answer.body)?.[0]}`
      : `${answer.statusCode}`;

  const roles = [...roleNames, 'nobody'] as const;
  test.each(roles.map((role, index) => ({ role, index })))(
    'give $role nothing more, however a path is spelled',
    async ({ role, index: shift }) => {
      const cookie = role === 'nobody' ? '' : (await signedIn(service, account, role)).cookieHeader();
      const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded', 'content-length': 0 };
      const send = await openWire(service.app);
      const before = await stateOf(service, account);
      let requests = 0;
      let sameAnswers = 0;
      for (const [turn, { method, url }] of routes.entries()) {
        if (!triesAll && (turn + shift) % 2 > 0) continue; // every second route, the others for the next role
        const path = url.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? expect.fail(name));
        const plain = given(await send(method, path, headers));
        expect([path, plain]).toEqual([path, expect.stringMatching(/^(200|303|403 \w.*)$/)]);
        // Nothing gives more than a page that is shown, so a few of its spellings do.
        const few = (plain === '200' ? 10 : 1) * (triesAll ? 1 : 4);
        // Others for each route.
        for (const spelled of spellingsOf(path, url).filter((_, index) => (index + turn) % few === 0)) {
          const answer = given(await send(method, spelled, headers));
          requests += 1;
          if (answer === plain) sameAnswers += 1;
          else
            expect([method, spelled, answer]).toEqual([method, spelled, expect.stringMatching(/^40[04]$/)]);
        }
      }
      expect(requests).toBeGreaterThan(triesAll ? 5_000 : 600);
      expect(sameAnswers).toBeGreaterThan(triesAll ? 1_000 : 120); // many spellings do lead to the route
      expect(await stateOf(service, account)).toBe(before);
    },
  );

  test.each(['GET', 'POST', 'PUT'] as const)(
    'are declared by every route: a %s without stops the start',
    async (method) => {
      for (const beside of ['/dashboard/profile', '/dashboard/waitlists/:id/settings', '/dashboard/sign-in'])
        await expect(buildWith(method, beside)).rejects.toThrow(
          `${method} /dashboard/planted declares no right`,
        );
    },
  );

  /** Builds the app with a route more, in the plugin of another. */
  async function buildWith(method: HTTPMethods, beside: string): Promise<void> {
    let isPlanted = false;
    const plant = (message: unknown) =>
      (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', function add({ url }) {
        if (isPlanted || url !== beside) return;
        isPlanted = true;
        this.route({ method, url: '/planted', handler: async () => 'planted' });
      });
    diagnostics.subscribe('fastify.initialization', plant);
    try {
      await (await buildApp(service.ctx)).close();
    } finally {
      diagnostics.unsubscribe('fastify.initialization', plant);
    }
  }

  test('lead back to the page that was asked for, however it was spelled', async () => {
    const send = await openWire(service.app);
    const page = '/dashboard/account/audit-log?page=2';
    for (const target of [page, page.replace('audit', '%61udit'), `http://else.example${page}`]) {
      const { headers } = await send('GET', target);
      expect(headers.location).toBe(`/dashboard/sign-in?next=${encodeURIComponent(page)}`);
    }
    const visitor = await signedIn(service, account, 'viewer');
    const refused = await visitor.open('/dashboard/account/%61udit-log');
    expect([refused.statusCode, wordsOf(refused)]).toEqual([
      403,
      expect.stringContaining('Your role, viewer'),
    ]);
    expect(refused.body).toMatch(/href="\/dashboard\/account" aria-current="true"/);
  });
});
