import { beforeAll, describe, expect, test } from 'vitest';
import { type Role, roleNames } from '../../../src/shared/account/scopes.ts';
import { signedIn, type Visitor, wordsOf } from '../../support/dashboard.ts';
import { insertRows, stateOf } from '../../support/service/account-rows.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { listRoutes, type Route } from '../../support/service/routes.ts';
import { useService } from '../../support/service/service.ts';

/** The forms that roles below owner may send; an editor may send all others but those of owners. */
const everybody =
  /^\/dashboard\/(sign-out|mode|profile\/[\w/:-]+|people|apps\/:appId\/end|waitlists\/:id\/columns)$/;
const ownersOnly = /^\/dashboard\/(users|api-keys|email\/(provider|remove-provider)|account)(\/|$)/;
/** Pages that only owners see, and those that viewers do not. */
const ownerPages = /^\/dashboard\/account\/audit-log/;
const editorPages =
  /^\/dashboard\/waitlists\/:id\/(imports|live\/imports|add|write\/:announcementId\/edit)(\/|$)/;

function may(role: Role, method: string, url: string): boolean {
  if (role === 'owner') return true;
  if (method === 'GET') return !ownerPages.test(url) && (role === 'editor' || !editorPages.test(url));
  return everybody.test(url) || (role === 'editor' && !ownersOnly.test(url));
}

describe('roles (N8)', () => {
  const service = useService();
  let routes: Route[];
  let account: TestAccount;
  let ids: Record<string, string>;
  const visitors = {} as Record<Role, Visitor>;

  const pathOf = ({ url }: Pick<Route, 'url'>) =>
    url.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? expect.fail(name));

  /** The routes by the paths that forms are sent to. */
  const routeOf = (path: string) =>
    routes.find(
      ({ method, url }) => method === 'POST' && new RegExp(`^${url.replace(/:\w+/g, '[^/]+')}$`).test(path),
    ) ?? expect.fail(`no route for ${path}`);

  beforeAll(async () => {
    const all = await listRoutes(service.ctx, '/dashboard');
    routes = all.filter(
      ({ url }) =>
        !/\/dashboard\/(sign-in|forgot-password|new-password|invitation|first-start|connect\/:uid|assets\/)/.test(
          url,
        ),
    );
    account = await service.account();
    for (const role of roleNames) visitors[role] = await signedIn(service, account, role);
    ids = await insertRows(service, account, visitors.owner);
  });

  test.each(roleNames)('let %s send the forms of the role, and refuse all others with 403', async (role) => {
    const before = await stateOf(service, account);
    let refused = 0;
    for (const route of routes.filter(({ method }) => method === 'POST')) {
      const name = `${role} ${route.url}`;
      if (may(role, 'POST', route.url)) {
        // Without a good token of the session nothing happens; this one is refused for that alone.
        const answer = await visitors[role].send(pathOf(route), { csrf: 'x' });
        expect([name, answer.statusCode, wordsOf(answer).includes('Your role')]).toEqual([name, 403, false]);
        continue;
      }
      refused += 1;
      const answer = await visitors[role].send(pathOf(route), { name: 'x', email: 'x@example.com' });
      expect([name, answer.statusCode]).toEqual([name, 403]);
      expect(wordsOf(answer)).toContain(`Your role, ${role}, does not allow this.`);
    }
    expect(refused > 0).toBe(role !== 'owner');
    expect(await stateOf(service, account)).toBe(before);
  });

  test.each(roleNames)(
    'show %s the pages of the role, and only the buttons that the role may press',
    async (role) => {
      for (const route of routes.filter(({ method }) => method === 'GET')) {
        const { statusCode, body, headers } = await visitors[role].open(pathOf(route));
        const name = `${role} ${route.url}`;
        expect([name, statusCode]).toEqual([name, may(role, 'GET', route.url) ? 200 : 403]);
        if (!String(headers['content-type']).startsWith('text/html')) continue;
        const sent = [...body.matchAll(/<form method="post"[^>]*? action="([^"?]*)| formaction="([^"?]*)"/g)];
        for (const [, action, other] of sent) {
          const path = action ?? other ?? '';
          expect([name, path, may(role, 'POST', routeOf(path).url)]).toEqual([name, path, true]);
        }
        if (role === 'viewer') expect([name, body]).toEqual([name, expect.not.stringContaining('/imports"')]);
        for (const [, inside = ''] of body.matchAll(/<fieldset class="read-only[^>]*>(.*?)<\/fieldset>/gs))
          expect([name, inside]).toEqual([name, expect.not.stringContaining('type="submit"')]);
      }
    },
  );

  test('let a viewer find a person, but neither export nor erase one', async () => {
    const { viewer } = visitors;
    const found = await viewer.send('/dashboard/people', { email: 'ada@example.com' });
    expect(found.statusCode).toBe(200);
    expect(wordsOf(found)).toContain('ada@example.com');
    expect(found.body).not.toContain('/people/erase');
  });

  test('are chosen for a new user, changed by owners, and hold from the next request on', async () => {
    const own = await service.account();
    const owner = await signedIn(service, own);
    const other = await signedIn(service, own, 'editor');
    const idOf = async ({ email }: Visitor) =>
      (await service.sql<{ id: string }[]>`SELECT id FROM users WHERE email = ${email}`)[0]?.id ?? '';
    expect((await other.send('/dashboard/waitlists', { name: 'Mine' })).statusCode).toBe(303);
    const lowered = await owner.send(`/dashboard/users/${await idOf(other)}/role`, { role: 'viewer' });
    expect(wordsOf(await owner.follow(lowered))).toContain(`${other.email} is now: Viewer.`);
    expect((await other.send('/dashboard/waitlists', { name: 'Theirs' })).statusCode).toBe(403);
    const bad = await owner.send(`/dashboard/users/${await idOf(other)}/role`, { role: 'king' });
    expect(bad.statusCode).toBe(400);

    const made = await owner.send('/dashboard/users/invite', { email: 'new@example.com' });
    expect(made.statusCode).toBe(303);
    const [row] = await service.sql`SELECT role FROM user_links WHERE email = 'new@example.com'`;
    expect(row?.role).toBe('editor');
    const stranger = await signedIn(service, await service.account());
    const foreign = await owner.send(`/dashboard/users/${await idOf(stranger)}/role`, { role: 'viewer' });
    expect(foreign.statusCode).toBe(404);
  });

  test('leave an account one owner, also if owners lower and remove each other at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const own = await service.account();
      const [ada, bob] = [await signedIn(service, own), await signedIn(service, own)];
      const rows = await service.sql<{ id: string; email: string }[]>`
        SELECT id, email FROM users WHERE account_id = ${own.accountId}`;
      const idOf = ({ email }: Visitor) => rows.find((row) => row.email === email)?.id;
      const [first, second] = await Promise.all([
        ada.send(`/dashboard/users/${idOf(bob)}/role`, { role: 'editor' }),
        bob.send(`/dashboard/users/${idOf(ada)}/remove`),
      ]);
      const owners = await service.sql`
        SELECT 1 FROM users WHERE account_id = ${own.accountId} AND role = 'owner'`;
      expect([first.statusCode, second.statusCode, owners.length]).toEqual([
        expect.any(Number),
        expect.any(Number),
        1,
      ]);
    }
    const own = await service.account();
    const ada = await signedIn(service, own);
    const [row] = await service.sql<{ id: string }[]>`SELECT id FROM users WHERE email = ${ada.email}`;
    const lowered = await ada.send(`/dashboard/users/${row?.id}/role`, { role: 'viewer' });
    expect(lowered.statusCode).toBe(409);
    expect(wordsOf(lowered)).toContain('This is the only owner with a proven address.');
  });
});
