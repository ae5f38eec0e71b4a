import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createApiKey } from '../../../src/shared/account/api-keys/create-api-key.ts';
import { auditActions } from '../../../src/shared/account/audit/schema.ts';
import { createUser } from '../../../src/shared/account/users/create-user.ts';
import { setPassword } from '../../../src/shared/account/users/set-password.ts';
import { newId } from '../../../src/shared/platform/ids.ts';
import { pruneAuditLogs } from '../../../src/workers/maintenance/prune-tables.ts';
import { makeVisitor, rowsOf, signedIn, type Visitor, wordsOf } from '../../support/dashboard.ts';
import { type MailSink, startMailSink } from '../../support/mail-sink.ts';
import { makeJudgingList } from '../../support/referrals/judging.ts';
import { draftOn, makeInvitingList } from '../../support/release/inviting.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker } from '../../support/service/worker.ts';
import { readCsv } from '../../support/values/read-csv.ts';

interface Entry {
  readonly id: string;
  readonly action: string;
  readonly actor: { readonly type: string; readonly id: string | null; readonly name: string | null };
  readonly object: { readonly type: string; readonly id: string | null };
  readonly details: Record<string, unknown>;
}

describe('the audit log (N8)', () => {
  const service = useService();
  let sink: MailSink;

  beforeAll(async () => {
    sink = await startMailSink();
    return () => sink.close();
  });

  async function logOf({ key }: TestAccount): Promise<Entry[]> {
    const answer = await service.call('GET', '/v1/audit-log?limit=200', key);
    expect(answer.statusCode).toBe(200);
    return answer.json().data;
  }

  /** What `work` adds to the log, oldest first. */
  async function added(account: TestAccount, work: () => Promise<unknown>): Promise<Entry[]> {
    const before = new Set((await logOf(account)).map(({ id }) => id));
    await work();
    return (await logOf(account)).filter(({ id }) => !before.has(id)).toReversed();
  }

  const idOf = async ({ email }: Pick<Visitor, 'email'>) =>
    (await service.sql<{ id: string }[]>`SELECT id FROM users WHERE email = ${email}`)[0]?.id ?? '';

  /** What the page does where the service sends no mails. */
  async function addBob({ accountId }: TestAccount, owner: Visitor): Promise<string> {
    const actor = { type: 'user', id: await idOf(owner), name: owner.email } as const;
    const bob = { email: 'bob@acme.test', password: 'secret of bob', role: 'editor' } as const;
    return (await createUser(service.ctx, accountId, bob, actor)).user_id;
  }

  /** Does everything that is recorded, in the dashboard and over the API. */
  async function doEverything(account: TestAccount, owner: Visitor) {
    const post = async (path: string, fields: Parameters<Visitor['send']>[1] = {}) => {
      const answer = await owner.send(`/dashboard${path}`, fields);
      expect([path, answer.statusCode, answer.statusCode < 400 ? '' : wordsOf(answer)]).toEqual([
        path,
        expect.any(Number),
        '',
      ]);
      return answer;
    };
    await post('/account', { time_zone: 'Europe/Berlin' });
    const made = await post('/api-keys', { name: 'CI', scopes: ['signups:read'] });
    const shown = /wl_[0-9A-Za-z]{38}/.exec(made.body)?.[0] ?? expect.fail('no key');
    const [key] = await service.sql<{ id: string }[]>`
      SELECT id FROM api_keys WHERE account_id = ${account.accountId} AND name = 'CI'`;
    await post(`/api-keys/${key?.id}/revoke`);
    const bob = await addBob(account, owner);
    await post(`/users/${bob}/role`, { role: 'viewer' });
    await post(`/users/${bob}/remove`);
    await post('/waitlists', { name: 'Rocket' });
    const [row] = await service.sql<{ id: string }[]>`
      SELECT id FROM waitlists WHERE account_id = ${account.accountId} AND name = 'Rocket'`;
    const list = `/waitlists/${row?.id}`;
    await post(`${list}/settings`, { name: 'Rocket 2', referral_bonus: '' });
    await post(`${list}/settings/links`, { site_url: 'https://acme.test', status_page: 'on' });
    await post(`${list}/settings/revoke-links`);
    await post(`${list}/fields`, { key: 'team', label: 'Team', type: 'string' });
    await post(`${list}/fields/team`, { label: 'Your team', position: '1' });
    await post(`${list}/fields/team/delete`);
    await post(`${list}/email`, { editor: 'html', subject: 'Hi', html: '<p>secret of a template</p>' });
    await post(`${list}/email/default`);
    const hook = { url: 'http://127.0.0.1:9/secret-path', signing_secret: 'secret-secret-secret-of-a-hook' };
    await post('/integrations/webhook', hook);
    await post('/integrations/webhook/pause');
    const rotated = await post('/integrations/webhook/rotate', { overlap_hours: '0' });
    const signing = /whsec_[^<"]+/.exec(rotated.body)?.[0] ?? expect.fail('no secret');
    await post('/integrations/webhook/delete');
    const { port } = new URL(sink.url);
    const smtp = {
      from: 'a@acme.test',
      host: '127.0.0.1',
      port,
      username: 'ada',
      password: 'secret of smtp',
    };
    await post('/email/provider/smtp', { ...smtp, secure: 'false' });
    await post('/email/remove-provider');
    for (const name of ['ada', 'bea', 'cas'])
      await service.signUp(account, row?.id ?? '', { email: `${name}@people.test` });
    await owner.open(`/dashboard${list}/signups.csv`);
    await service.call('GET', `/v1/waitlists/${row?.id}/signups/export`, account.key);
    await service.call('GET', '/v1/suppressions/export', account.key);
    await post('/people/export', { email: 'cas@people.test' });
    await post('/people/erase', { email: 'cas@people.test', typed: 'cas@people.test' });
    await owner.open('/dashboard/account/audit-log.csv');
    await post(`${list}/delete`, { name: 'Rocket 2' });
    await service.call('POST', '/v1/waitlists', account.key, { payload: { name: 'By key' } });
    await setPassword(service.ctx, { email: owner.email, password: 'secret of the operator' });
    await owner.signIn('secret guess');
    await owner.signIn('secret of the operator');
    await post('/profile/sign-out-everywhere');
    return [shown, signing, 'secret', 'people.test', 'whsec_'];
  }

  test('has each change once, with who did it, and no secret', async () => {
    const account = await service.account();
    const owner = await signedIn(service, account);
    const userId = await idOf(owner);
    let secrets: string[] = [];
    const entries = await added(account, async () => {
      secrets = await doEverything(account, owner);
    });
    expect(entries.map(({ action }) => action)).toEqual([
      'account.updated',
      'api_key.created',
      'api_key.revoked',
      'user.created',
      'user.role_changed',
      'user.removed',
      'waitlist.created',
      'waitlist.updated',
      'settings.updated',
      'links.revoked',
      'field.created',
      'field.updated',
      'field.deleted',
      'template.updated',
      'template.removed',
      'integration.set',
      'integration.updated',
      'integration.secret_rotated',
      'integration.removed',
      'email_provider.set',
      'email_provider.removed',
      'signups.exported',
      'signups.exported',
      'suppressions.exported',
      'person.exported',
      'person.erased',
      'audit_log.exported',
      'waitlist.deleted',
      'waitlist.created',
      'user.password_changed',
      'session.refused',
      'session.started',
      'session.ended',
    ]);
    const actors = new Set(entries.map(({ actor }) => JSON.stringify(actor)));
    const [key] = await service.sql<{ id: string; name: string }[]>`
      SELECT id, name FROM api_keys WHERE account_id = ${account.accountId} AND revoked_at IS NULL`;
    expect([...actors].toSorted()).toEqual(
      [
        { type: 'user', id: userId, name: owner.email },
        { type: 'api_key', id: key?.id ?? null, name: key?.name ?? null },
        { type: 'command_line', id: null, name: null },
        { type: 'visitor', id: null, name: null },
      ]
        .map((actor) => JSON.stringify(actor))
        .toSorted(),
    );
    const role = entries.find(({ action }) => action === 'user.role_changed');
    expect(role?.details).toEqual({ email: 'bob@acme.test', from: 'editor', to: 'viewer' });
    const kinds = new Set<string>(auditActions);
    for (const { action, object } of entries)
      expect([kinds.has(action), object.type]).toEqual([true, action.split('.')[0]]);
    // `secret` is also in the name of an action.
    const stored = JSON.stringify(entries).replaceAll('secret_rotated', '');
    for (const secret of secrets) expect([secret, stored.includes(secret)]).toEqual([secret, false]);
  });

  test('has many signups at once, and no single ones', async () => {
    const account = await service.account();
    const owner = await signedIn(service, account);
    const id = await service.waitlist(account);
    const people: string[] = [];
    const single = await added(account, async () => {
      for (const name of ['ada', 'bea', 'cas', 'dan'])
        people.push((await service.signUp(account, id, { email: `${name}@people.test` })).json().id);
      await service.call('DELETE', `/v1/waitlists/${id}/signups/${people[0]}`, account.key);
    });
    expect(single).toEqual([]);
    const entries = await added(account, async () => {
      const asked = await owner.send(`/dashboard/waitlists/${id}/selection`, {
        action: 'delete',
        scope: 'rows',
        selected: people.slice(1, 3),
      });
      expect(asked.statusCode).toBe(200);
      const done = await owner.send(`/dashboard/waitlists/${id}/selections`, {
        action: 'delete',
        expected: '2',
        selected: people.slice(1, 3),
      });
      expect(done.statusCode).toBe(303);
    });
    expect(entries.map(({ action, object, details }) => ({ action, object, details }))).toEqual([
      { action: 'signups.deleted', object: { type: 'signups', id }, details: { count: 2 } },
    ]);
  });

  test('has nothing of a change that was refused or rolled back', async () => {
    const account = await service.account();
    const owner = await signedIn(service, account);
    const id = await service.waitlist(account);
    await service.waitlist(account);
    const [second] = await service.sql<{ name: string }[]>`
      SELECT name FROM waitlists WHERE account_id = ${account.accountId} AND id <> ${id}`;
    const entries = await added(account, async () => {
      const taken = await service.call('PATCH', `/v1/waitlists/${id}`, account.key, {
        payload: { name: second?.name },
      });
      expect(taken.statusCode).toBe(409);
      const form = { payload: { form: { enabled: true } } };
      expect(
        (await service.call('PATCH', `/v1/waitlists/${id}/settings`, account.key, form)).statusCode,
      ).toBe(400);
      const self = await owner.send(`/dashboard/users/${await idOf(owner)}/role`, { role: 'viewer' });
      expect(self.statusCode).toBe(409);
    });
    expect(entries).toEqual([]);
  });

  test('is read page by page, by its own account alone', async () => {
    const account = await service.account();
    for (const name of ['a', 'b', 'c', 'd', 'e'])
      await service.call('POST', '/v1/waitlists', account.key, { payload: { name } });
    const names: unknown[] = [];
    let after: string | null = '';
    for (let page = 0; after !== null; page += 1) {
      const query: string = after === '' ? '' : `&after=${after}`;
      const answer = await service.call('GET', `/v1/audit-log?limit=2${query}`, account.key);
      const { data, next_cursor }: { data: Entry[]; next_cursor: string | null } = answer.json();
      names.push(...data.map(({ details }) => details.name));
      after = next_cursor;
      expect(page).toBeLessThan(3);
    }
    expect(names).toEqual(['e', 'd', 'c', 'b', 'a']);
    expect(await logOf(await service.account())).toEqual([]);
    for (const query of ['after=x', 'limit=0', 'limit=201'])
      expect((await service.call('GET', `/v1/audit-log?${query}`, account.key)).statusCode).toBe(400);
    const other = await service.key(account, ['waitlists:read']);
    expect((await service.call('GET', '/v1/audit-log', other)).statusCode).toBe(403);
  });

  test('is a page and a CSV for owners', async () => {
    const account = await service.account();
    const owner = await signedIn(service, account);
    await createApiKey(service.ctx, account.accountId, { name: '=cmd()', scopes: ['signups:read'] });
    for (let at = 0; at < 51; at += 1)
      await service.call('POST', '/v1/waitlists', account.key, { payload: { name: `List ${at}` } });
    const first = await owner.open('/dashboard/account/audit-log');
    expect(rowsOf(first.body)).toHaveLength(50);
    const [, older = ''] = /href="([^"]*\?after=[^"]*)"/.exec(first.body) ?? [];
    const rest = rowsOf((await owner.open(older)).body);
    expect(rest.map(([what = '']) => what.split(' ').slice(0, 3).join(' '))).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^API key created/),
        expect.stringMatching(/^Session started/),
      ]),
    );
    expect((await owner.open('/dashboard/account/audit-log?after=x')).statusCode).toBe(200);
    const csv = await owner.open('/dashboard/account/audit-log.csv');
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    const rows = readCsv(csv.body);
    expect(rows).toHaveLength(1 + (await logOf(account)).length); // a header, and the export itself
    expect(wordsOf(await owner.open('/dashboard/account'))).toContain('Who changed what');
    const editor = await signedIn(service, account, 'editor');
    expect((await editor.open('/dashboard/account/audit-log.csv')).statusCode).toBe(403);
    expect(wordsOf(await editor.open('/dashboard/account'))).not.toContain('Who changed what');
  });

  test('names what was changed, with a link, and is narrowed by kind and by who', async () => {
    const account = await service.account();
    const owner = await signedIn(service, account);
    const list = await service.waitlist(account, { name: 'Rocket' });
    await service.call('POST', `/v1/waitlists/${list}/segments`, account.key, {
      payload: { name: 'Berlin', filter: { utm_source: 'x' } },
    });
    await owner.send(`/dashboard/waitlists/${list}/fields`, { key: 'team', label: 'Team', type: 'string' });
    await service.call('PUT', '/v1/integrations/webhook', account.key, {
      payload: { config: { url: 'http://127.0.0.1:9/hook' } },
    });
    await service.call('PATCH', `/v1/waitlists/${list}`, account.key, { payload: { referral_bonus: 3 } });
    const payload = { links: { status_page: true }, leaderboard: { public: true } };
    await service.call('PATCH', `/v1/waitlists/${list}/settings`, account.key, { payload });
    const [gone] = [await service.waitlist(account)];
    await service.call('DELETE', `/v1/waitlists/${gone}`, account.key);
    const page = '/dashboard/account/audit-log';
    const log = await owner.open(page);
    const words = rowsOf(log.body).map(([what, who, , details]) => [what, who, details].join(' | '));
    expect(words).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Segment created Rocket \| API key .* \| segment: Berlin$/),
        `Field created Rocket | ${owner.email} | key: team`,
        expect.stringMatching(/^Integration set Webhook \| API key .* \| set up$/),
        expect.stringMatching(/^Waitlist updated Rocket \| API key .* \| changed: referral bonus$/),
        expect.stringMatching(
          /^Settings updated Rocket \| API key .* \| Referral links and status page, Leaderboard$/,
        ),
        expect.stringMatching(`^Waitlist deleted ${gone} `), // nothing has its name any more
        expect.stringMatching(`^Session started \\| ${owner.email}`),
      ]),
    );
    for (const href of [`/dashboard/waitlists/${list}/fields`, '/dashboard/integrations/webhook'])
      expect(log.body).toContain(`href="${href}"`);

    const rows = async (query: string) => rowsOf((await owner.open(`${page}?${query}`)).body);
    expect((await rows('kind=field')).map(([what]) => what)).toEqual(['Field created Rocket']);
    const mine = await rows(`who=${await idOf(owner)}`);
    expect(mine.map(([, who]) => who)).toEqual([owner.email, owner.email]);
    expect(await rows(`who=${await idOf(owner)}&kind=segment`)).toEqual([]);
    expect((await rows('kind=nothing&who=nobody')).length).toBe(words.length); // as if they were not there
  });

  test('names the user whom somebody failed to be, but nobody for an unknown address', async () => {
    const account = await service.account();
    const visitor = await makeVisitor(service, account);
    const entries = await added(account, async () => {
      await visitor.signIn('wrong');
      await visitor.send('/dashboard/sign-in', { email: 'nobody@acme.test', password: 'wrong' });
    });
    expect(entries.map(({ action, actor, details }) => ({ action, actor, details }))).toEqual([
      {
        action: 'session.refused',
        actor: { type: 'visitor', id: null, name: null },
        details: { email: visitor.email },
      },
    ]);
  });

  test('has imports and cancelled waves, and is CSV over the API (N6, N5)', async () => {
    const account = await service.account();
    const id = await service.waitlist(account);
    await service.signUp(account, id, { email: 'ada@people.test' });
    const waveId = await draftOn(service, account, id);
    const imports = `/v1/waitlists/${id}/imports`;
    const entries = await added(account, async () => {
      const headers = { 'content-type': 'text/csv' };
      const payload = 'email\nbea@people.test\n';
      const { id: importId } = (
        await service.call('POST', imports, account.key, { payload, headers })
      ).json();
      await service.call('GET', `${imports}/${importId}/rows.csv`, account.key);
      for (let time = 0; time < 2; time += 1) {
        await service.call('POST', `${imports}/${importId}/cancel`, account.key);
        await service.call('POST', `/v1/waves/${waveId}/cancel`, account.key);
      }
      await service.call('GET', `/v1/waves/${waveId}/members/export`, account.key);
    });
    const expected = [
      ...['import.uploaded', 'import.exported', 'import.cancelled', 'wave.cancelled', 'wave.exported'],
    ];
    expect(entries.map(({ action }) => action)).toEqual(expected);
    expect(new Set(entries.map(({ actor }) => actor.type))).toEqual(new Set(['api_key']));

    const file = await service.call('GET', '/v1/audit-log/export', account.key);
    expect([file.statusCode, file.headers['content-type']]).toEqual([
      200,
      expect.stringContaining('text/csv'),
    ]);
    const rows = readCsv(file.body);
    for (const action of [...expected, 'audit_log.exported'])
      expect(rows.some((row) => row.includes(action))).toBe(true);
    const other = await service.key(account, ['waitlists:read']);
    expect((await service.call('GET', '/v1/audit-log/export', other)).statusCode).toBe(403);
  });

  test('has invitations of single people, and counts reviews (N5, N4)', async () => {
    const account = await service.account();
    const worker = openTestWorker(service);
    onTestFinished(() => worker.close());
    const inviting = await makeInvitingList(service, account, worker);
    const { id: ada } = await inviting.add({ email: 'ada@people.test' });
    const judging = await makeJudgingList(service, account);
    const fakes = await Promise.all(['a', 'b', 'c'].map((name) => judging.refer(`${name}@mailinator.com`)));
    const review = (path: string, payload?: object) =>
      service.call('POST', `${judging.url}/reviews/${path}`, account.key, payload ? { payload } : {});
    let invitation = '';
    const entries = await added(account, async () => {
      const options = { payload: { deliver: 'link' } };
      const made = await service.call('POST', `${inviting.url}/signups/${ada}/invite`, account.key, options);
      invitation = made.json().id;
      await service.sql`UPDATE invitations SET last_mailed_at = now() - interval '2 hours' WHERE id = ${invitation}`;
      await service.call('POST', `/v1/invitations/${invitation}/resend`, account.key);
      for (let time = 0; time < 2; time += 1) {
        await service.call('POST', `/v1/invitations/${invitation}/revoke`, account.key);
        await review(`${fakes[0]}/reject`);
      }
      await review('bulk', { action: 'approve', filter: { domain: 'mailinator.com' }, dry_run: true });
      await review('bulk', { action: 'approve', filter: { domain: 'mailinator.com' } });
    });
    expect(entries.map(({ action, object, details }) => [action, object.id, details])).toEqual([
      ['invitation.created', invitation, { deliver: 'link' }],
      ['invitation.resent', invitation, { deliver: 'link' }],
      ['invitation.revoked', invitation, {}],
      ['review.rejected', judging.id, { count: 1 }],
      ['review.approved', judging.id, { count: 2 }],
    ]);
    expect(new Set(entries.map(({ actor }) => actor.type))).toEqual(new Set(['api_key']));
  });

  test('is kept for 400 days', async () => {
    const account = await service.account();
    for (const days of [399, 401, 500])
      await service.sql`
        INSERT INTO audit_entries (account_id, id, created_at, actor_type, action, object_type)
        VALUES (${account.accountId}, ${newId()}, clock_timestamp() - ${`${days} days`}::interval, 'visitor', ${`day.${days}`}, 'day')`;
    const worker = await openTestWorker(service);
    await pruneAuditLogs(worker.ctx);
    await worker.close();
    expect((await logOf(account)).map(({ action }) => action)).toEqual(['day.399']);
  });
});
