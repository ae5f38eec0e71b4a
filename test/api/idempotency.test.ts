import { readFile } from 'node:fs/promises';
import fastify from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { answerOnce } from '../../src/api/plugins/idempotency.ts';
import { makeLinkToken } from '../../src/shared/list/links/link-token.ts';
import { createWaitlist } from '../../src/shared/list/waitlists/create-waitlist.ts';
import { beginAttempt, bodyMacOf, hashBody } from '../../src/shared/platform/idempotency/begin-attempt.ts';
import { keepAnswer } from '../../src/shared/platform/idempotency/keep-answer.ts';
import { hashKeyOf } from '../../src/shared/platform/secrets/keyed-hash.ts';
import { importsOf } from '../support/imports/imports.ts';
import { makeInvitingList } from '../support/release/inviting.ts';
import type { TestAccount } from '../support/service/make.ts';
import { useService } from '../support/service/service.ts';
import { openTestWorker } from '../support/service/worker.ts';
import { roomInMinute } from '../support/values/minute.ts';

describe('an Idempotency-Key (N1)', () => {
  const service = useService();

  const post = (account: TestAccount, url: string, key: string, payload: object) =>
    service.call('POST', url, account.key, { payload, headers: { 'idempotency-key': key } });
  const create = (account: TestAccount, key: string, name: string) =>
    post(account, '/v1/waitlists', key, { name });
  const listNames = async ({ key }: TestAccount): Promise<string[]> => {
    const page = await service.call('GET', '/v1/waitlists?limit=200', key);
    return page.json().data.map(({ name }: { name: string }) => name);
  };
  const countKeys = async ({ accountId }: TestAccount) =>
    (await service.sql`SELECT 1 FROM idempotency_keys WHERE account_id = ${accountId}`).length;

  test('gets the same answer again, with Idempotent-Replayed, and the effect once', async () => {
    const account = await service.account();
    await roomInMinute(service.env.REDIS_URL ?? '', 10); // the limit counts by the minute
    const first = await create(account, 'a', 'One');
    const again = await create(account, 'a', 'One');
    expect([first.statusCode, first.headers['idempotent-replayed']]).toEqual([201, undefined]);
    expect([again.statusCode, again.headers['idempotent-replayed']]).toEqual([201, 'true']);
    expect([again.body, again.headers['content-type']]).toEqual([first.body, first.headers['content-type']]);
    expect(Number(again.headers['ratelimit-remaining'])).toBeLessThan(
      Number(first.headers['ratelimit-remaining']),
    );
    expect(await listNames(account)).toEqual(['One']);

    const fields = `/v1/waitlists/${first.json().id}/fields`;
    const field = { key: 'size', label: 'Size', type: 'number' };
    const added = await post(account, fields, 'a', field);
    // Another path.
    expect([added.statusCode, added.headers['idempotent-replayed']]).toEqual([201, undefined]);
    const addedAgain = await post(account, fields, 'a', field);
    expect([addedAgain.statusCode, addedAgain.headers['idempotent-replayed'], addedAgain.body]).toEqual([
      201,
      'true',
      added.body,
    ]);
  });

  test('names a request, however its path is spelled', async () => {
    const account = await service.account();
    const first = await create(account, 'spelled', 'One');
    for (const url of ['/v1/%77aitlists', '/v1/waitlist%73', '/%76%31/waitlists?x']) {
      const again = await post(account, url, 'spelled', { name: 'One' });
      expect([again.headers['idempotent-replayed'], again.body]).toEqual(['true', first.body]);
    }
    expect(await listNames(account)).toEqual(['One']);
  });

  test('has one effect and one answer, if 100 requests arrive at once', async () => {
    const account = await service.account();
    const answers = await Promise.all(Array.from({ length: 100 }, () => create(account, 'b', 'One')));
    const given = answers.filter(({ statusCode }) => statusCode === 201);
    expect(new Set(given.map(({ body }) => body)).size).toBe(1);
    expect(given.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1);
    for (const { statusCode, headers, json } of answers.filter((answer) => !given.includes(answer))) {
      expect([statusCode, json().error.code]).toEqual([409, 'conflict']);
      expect(json().error.message).toContain('still running');
      expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
    }
    expect(await listNames(account)).toEqual(['One']);
    expect((await create(account, 'b', 'One')).body).toBe(given[0]?.body);
  });

  test('is 409 with another body, also if that one is not valid, and changes nothing', async () => {
    const account = await service.account();
    await create(account, 'c', 'One');
    for (const body of [{ name: 'Two' }, { name: 7 }, { name: 'One', more: 1 }]) {
      const { statusCode, headers, json } = await post(account, '/v1/waitlists', 'c', body);
      expect([statusCode, json().error.code]).toEqual([409, 'conflict']);
      expect(json().error.message).toContain('another body');
      expect(headers['retry-after']).toBeUndefined();
    }
    expect(await listNames(account)).toEqual(['One']);
  });

  test('of one account is not that of another, and other keys are other requests', async () => {
    const [ada, bob] = [await service.account(), await service.account()];
    const answers = [
      await create(ada, 'd', 'One'),
      await create(bob, 'd', 'One'),
      await create(bob, 'D', 'Two'),
    ];
    expect(answers.map(({ statusCode, headers }) => [statusCode, headers['idempotent-replayed']])).toEqual(
      Array(3).fill([201, undefined]),
    );
    const repeats = [
      await create(ada, 'd', 'One'),
      await create(bob, 'd', 'One'),
      await create(bob, 'D', 'Two'),
    ];
    expect(repeats.map(({ body }) => body)).toEqual(answers.map(({ body }) => body));
    const theirs = await post(bob, `/v1/waitlists/${answers[0]?.json().id}/fields`, 'd', {
      key: 'size',
      label: 'Size',
      type: 'number',
    });
    expect(theirs.statusCode).toBe(404);
  });

  test.each(['', 'x'.repeat(256), 'schlüssel', 'a\tb'])('must be printable ASCII: %j is 400', async (key) => {
    const account = await service.account();
    const { statusCode, json } = await create(account, key, 'One');
    expect([statusCode, json().error.code]).toEqual([400, 'invalid_request']);
    expect(json().error.message).toMatch(/^Idempotency-Key: /);
    expect(await listNames(account)).toEqual([]);
  });

  test('may have 255 characters of any printable ASCII', async () => {
    const account = await service.account();
    const key = `~ ${'%_\'"\\'.repeat(60)}`.slice(0, 255);
    expect((await create(account, key, 'One')).statusCode).toBe(201);
    expect((await create(account, key, 'One')).headers['idempotent-replayed']).toBe('true');
  });

  test('keeps refusals of the request: 400, 402, 404 and 409', async () => {
    const account = await service.account({ plan: 'free' });
    const unknown = '/v1/waitlists/018f0000-0000-7000-8000-00000000dead/fields';
    const field = { key: 'size', label: 'Size', type: 'number' };
    const refused = [
      () => create(account, 'e1', ' '),
      () => post(account, unknown, 'e2', field),
      () => create(account, 'e3', 'Two'),
    ];
    await create(account, 'e', 'One');
    for (const [index, send] of refused.entries()) {
      const first = await send();
      const again = await send();
      expect(first.statusCode).toBe([400, 404, 402][index]);
      expect([again.statusCode, again.body]).toEqual([first.statusCode, first.body]);
      expect([first, again].map(({ headers }) => headers['idempotent-replayed'])).toEqual([
        undefined,
        'true',
      ]);
    }
    await service.sql`UPDATE accounts SET plan = 'scale' WHERE id = ${account.accountId}`;
    expect((await create(account, 'e3', 'Two')).statusCode).toBe(402);
    expect((await create(account, 'e4', 'One')).statusCode).toBe(409);
    await service.sql`UPDATE waitlists SET name = 'Renamed' WHERE account_id = ${account.accountId}`;
    expect((await create(account, 'e4', 'One')).statusCode).toBe(409);
  });

  test('is not used up by 401, 403, 404 for the path, 413, 415, broken JSON and 429', async () => {
    await roomInMinute(service.env.REDIS_URL ?? '', 20);
    const account = await service.account({ requestsPerMinute: 5 });
    const reader = await service.key(account, ['waitlists:read']);
    const headers = { 'idempotency-key': 'f', 'content-type': 'application/json' };
    const raw = (key: string, payload: string, more = {}) =>
      service.call('POST', '/v1/waitlists', key, { payload, headers: { ...headers, ...more } });
    const statuses = [
      await raw('wl_nonsense', '{}'),
      await raw(reader, '{"name":"One"}'),
      await raw(account.key, '{"name'),
      await raw(account.key, `{"name":"${'x'.repeat(600_000)}"}`),
      await raw(account.key, 'name', { 'content-type': 'text/plain' }),
      await post(account, '/v1/waitlists/nonsense/fields', 'f', {}),
      await create(account, 'f', 'One'),
    ].map(({ statusCode }) => statusCode);
    expect(statuses).toEqual([401, 403, 400, 413, 415, 404, 429]);
    expect(await countKeys(account)).toBe(0);
  });

  test('is free again after a 5xx, for any body', async () => {
    const account = await service.account();
    await service.sql`ALTER TABLE waitlist_counters RENAME TO hidden_counters`;
    try {
      expect((await create(account, 'g', 'One')).statusCode).toBe(500);
      expect((await create(account, 'g', 'One')).statusCode).toBe(500);
    } finally {
      await service.sql`ALTER TABLE hidden_counters RENAME TO waitlist_counters`;
    }
    expect((await create(account, 'g', 'Two')).statusCode).toBe(201);
    expect(await listNames(account)).toEqual(['Two']);
  });

  test('is kept for 24 hours', async () => {
    const account = await service.account();
    await create(account, 'h', 'One');
    const age = (hours: number) => service.sql`
      UPDATE idempotency_keys SET created_at = clock_timestamp() - ${hours}::integer * interval '1 hour' WHERE account_id = ${account.accountId}`;
    await age(23);
    expect((await create(account, 'h', 'One')).statusCode).toBe(201);
    await age(25);
    const { statusCode, headers } = await create(account, 'h', 'One');
    expect([statusCode, headers['idempotent-replayed']]).toEqual([409, undefined]); // the name is in use
    expect((await create(account, 'h', 'One')).headers['idempotent-replayed']).toBe('true');
  });

  const requestOf = async (accountId: string, key: string, body: string) => {
    const hashKey = hashKeyOf(await service.ctx.linkSigner());
    const bodyMac = bodyMacOf(hashKey, accountId, hashBody(Buffer.from(body)));
    return { accountId, method: 'POST', path: '/v1/waitlists', key, bodyMac };
  };

  test('of a request that died is taken over after its lease, by the same body only', async () => {
    const account = await service.account();
    const request = await requestOf(account.accountId, 'i', JSON.stringify({ name: 'One' }));
    await beginAttempt(service.sql, request, 60_000);
    const running = await create(account, 'i', 'One');
    expect([running.statusCode, Number(running.headers['retry-after']) > 50]).toEqual([409, true]);
    await service.sql`UPDATE idempotency_keys SET locked_until = clock_timestamp() WHERE account_id = ${account.accountId}`;
    expect((await create(account, 'i', 'Two')).statusCode).toBe(409);
    expect((await create(account, 'i', 'One')).statusCode).toBe(201);
    expect(await listNames(account)).toEqual(['One']);
  });

  test('belongs to one attempt: one that was taken over commits nothing', async () => {
    const { accountId } = await service.account();
    const request = await requestOf(accountId, 'j', '');
    const begin = () => beginAttempt(service.sql, request, 0);
    const [slow, next] = [await begin(), await begin()];
    if (!('attempt' in slow && 'attempt' in next)) throw new Error('expected two attempts');
    expect(slow.attempt.origin).toBe(next.attempt.origin);
    const make = (name: string, { attempt }: typeof slow) =>
      createWaitlist(service.ctx, { accountId }, { name }, (tx) =>
        keepAnswer(tx, attempt, { status: 201, body: '{}' }),
      );
    await expect(make('Slow', slow)).rejects.toMatchObject({ status: 503 });
    await make('Next', next);
    const rows = await service.sql`SELECT name FROM waitlists WHERE account_id = ${accountId}`;
    expect(rows.map(({ name }) => name)).toEqual(['Next']);
    expect(await begin()).toEqual({ answer: { status: 201, body: '{}' } });
  });

  test('revokes links once', async () => {
    const account = await service.account();
    const url = `/v1/waitlists/${await service.waitlist(account)}/links/revoke`;
    for (const replayed of [undefined, 'true']) {
      const { statusCode, body, headers } = await post(account, url, 'm', { kind: 'status' });
      expect([statusCode, body, headers['idempotent-replayed']]).toEqual([204, '', replayed]);
    }
    const epochs = await service.sql`SELECT epoch FROM link_epochs WHERE account_id = ${account.accountId}`;
    expect(epochs).toEqual([{ epoch: 1 }]);
  });

  test('is taken by every POST but those that docs name', async () => {
    const { paths } = JSON.parse(await readFile('docs/openapi.json', 'utf8'));
    const without = Object.entries<{ post?: { parameters?: { name: string }[]; security?: object[] } }>(paths)
      .filter(([, { post }]) => post?.security?.some((each) => 'apiKey' in each))
      .filter(([, { post }]) => !post?.parameters?.some(({ name }) => name === 'Idempotency-Key'))
      .map(([path]) => path.replace('/v1', ''));
    expect(without.toSorted()).toEqual([
      '/invitations/verify',
      '/people/export',
      '/waitlists/{id}/imports',
      '/waitlists/{id}/reviews/{signupId}/approve',
      '/waitlists/{id}/reviews/{signupId}/reject',
      '/waitlists/{id}/signups',
    ]);
  });

  test('gives waves, invitations, conversions, confirmations, imports and erasures one effect (N3, N5, N6)', async () => {
    const worker = openTestWorker(service);
    onTestFinished(() => worker.close());
    const list = await makeInvitingList(service, await service.account(), worker);
    const { account } = list;
    const people: string[] = [];
    for (const name of ['ada', 'bo', 'cy', 'di'])
      people.push((await list.add({ email: `${name}@example.com` })).id);
    /** Sends it twice. @returns the first answer */
    const twice = async (path: string, payload: object, hidden: object = {}) => {
      const first = await post(account, `/v1${path}`, 'n', payload);
      const again = await post(account, `/v1${path}`, 'n', payload);
      expect([path, first.statusCode < 300, again.statusCode]).toEqual([path, true, first.statusCode]);
      expect([path, again.headers['idempotent-replayed']]).toEqual([path, 'true']);
      expect([path, again.json()]).toEqual([path, { ...first.json(), ...hidden }]);
      return first.json();
    };
    const drafted = await twice(`/waitlists/${list.id}/waves`, { size: 2, deliver: 'link' }, { sample: [] });
    expect(drafted.sample).toHaveLength(2);
    await twice(`/waves/${drafted.id}/launch`, {});
    const spare = await list.draft({ size: 1, deliver: 'link' });
    await twice(`/waves/${spare.id}/cancel`, {}, { sample: [] });
    expect(await service.sql`SELECT 1 FROM waves WHERE account_id = ${account.accountId}`).toHaveLength(2);

    await list.call('PATCH', `/waitlists/${list.id}/settings`, { mail: { postal_address: '1 Street' } });
    const news = { name: 'News', subject: 'News', html: '<p>News</p>' };
    const written = await twice(`/waitlists/${list.id}/announcements`, news, { sample: [] });
    expect(written.sample).toHaveLength(4);
    await twice(`/announcements/${written.id}/launch`, { expected_count: 4 });
    for (const action of ['pause', 'resume', 'cancel'])
      await twice(`/announcements/${written.id}/${action}`, {}, { sample: [] });
    expect(
      await service.sql`SELECT 1 FROM announcements WHERE account_id = ${account.accountId}`,
    ).toHaveLength(1);

    const [, , cy = '', di = ''] = people;
    const revoked = await list.inviteByLink(cy);
    await twice(`/invitations/${revoked.id}/revoke`, {}, { email: null });
    await twice('/invitations/decline', { token: (await list.inviteByLink(cy)).token }, { email: null });
    const { token } = await list.inviteByLink(di);
    const conversion = { token, email: 'di@example.com', external_id: 'user_1' };
    expect(await twice('/conversions', conversion)).toMatchObject({ first: true });

    await list.call('PATCH', `/waitlists/${list.id}/settings`, { confirmation: { enabled: true } });
    const { id } = await list.add({ email: 'eve@example.com' });
    const { key } = await service.ctx.linkSigner();
    const link = makeLinkToken(key, 'confirm', { accountId: account.accountId, id, epoch: 0, generation: 0 });
    expect(await twice('/confirmations', { token: link })).toMatchObject({ first: true });

    const imports = importsOf(service, worker, list);
    for (const action of ['start', 'cancel']) {
      const made = (await imports.upload(`email\n${action}@example.com\n`)).json();
      await imports.validate(made.id);
      await twice(`/waitlists/${list.id}/imports/${made.id}/${action}`, {});
    }
    const erased = await twice('/people/erase', { email: 'eve@example.com' });
    expect(erased.signups).toBe(1);
    const kept =
      await service.sql`SELECT answer FROM idempotency_keys WHERE account_id = ${account.accountId}`;
    expect(kept.length).toBe(15);
    expect(kept.map(({ answer }) => answer).join()).not.toContain('@example.com');
  });

  test('keeps the answer to a bulk of which everything is refused', async () => {
    const account = await service.account();
    const url = `/v1/waitlists/${await service.waitlist(account)}/signups/bulk`;
    const metadata = { ['\u0001'.repeat(1_000)]: 'v' };
    const signups = Array.from({ length: 500 }, (_, index) => ({ email: `p${index}@example.com`, metadata }));
    const first = await post(account, url, 'o', { signups });
    const again = await post(account, url, 'o', { signups });
    expect([first.statusCode, first.body.length > 524_288]).toEqual([200, true]);
    expect([again.body === first.body, again.headers['idempotent-replayed']]).toEqual([true, 'true']);
  });

  test('is ignored by POST …/signups, which is safe to repeat anyway (§1 rule 3)', async () => {
    const account = await service.account();
    const url = `/v1/waitlists/${await service.waitlist(account)}/signups`;
    const answers = [
      await post(account, url, 'k', { email: 'ada@example.com' }),
      await post(account, url, 'k', { email: 'bo@example.com' }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201]);
    expect(await countKeys(account)).toBe(0);
  });

  test('gives a repeat null instead of a secret that is shown once', async () => {
    const { accountId } = await service.account();
    const app = fastify();
    app.decorateRequest('caller');
    app.addHook('onRequest', async (request) => {
      request.caller = { accountId } as typeof request.caller;
    });
    answerOnce(app, service.ctx);
    app.post('/secrets', { config: { idempotent: { shownOnce: ['secret'] } } }, async () => ({
      id: 1,
      secret: 'canary',
    }));
    app.post('/empty', { config: { idempotent: true } }, async (_, reply) => reply.code(204).send());
    const send = (url: string) => app.inject({ method: 'POST', url, headers: { 'idempotency-key': 'l' } });
    expect((await send('/secrets')).json()).toEqual({ id: 1, secret: 'canary' });
    expect((await send('/secrets')).json()).toEqual({ id: 1, secret: null });
    const [row] = await service.sql`SELECT answer FROM idempotency_keys WHERE account_id = ${accountId}`;
    expect(row?.answer).not.toContain('canary');
    for (const replayed of [undefined, 'true']) {
      const { statusCode, body, headers } = await send('/empty');
      expect([statusCode, body, headers['idempotent-replayed']]).toEqual([204, '', replayed]);
    }
    await app.close();
  });
});
