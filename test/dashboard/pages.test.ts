import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scopes } from '../../src/shared/account/scopes.ts';
import { openVault } from '../../src/shared/platform/secrets/sealed.ts';
import { signedIn, textOf, wordsOf } from '../support/dashboard.ts';
import { useService } from '../support/service/service.ts';
import { roomInMinute } from '../support/values/minute.ts';

describe('API keys', () => {
  const service = useService();

  test('are shown once, have the chosen scopes, and work at once (§5, C11.3)', async () => {
    const account = await service.account();
    const visitor = await signedIn(service, account);
    const made = await visitor.send('/dashboard/api-keys', {
      name: 'CI & "co"',
      scopes: ['signups:read', 'waitlists:read'],
    });
    const key = /wl_[0-9A-Za-z]{38}/.exec(made.body)?.[0] ?? expect.fail('no key is shown');
    expect((await service.call('GET', '/v1/waitlists', key)).statusCode).toBe(200);
    expect((await service.call('POST', '/v1/waitlists', key, { payload: { name: 'x' } })).statusCode).toBe(
      403,
    );
    const list = await visitor.open('/dashboard/api-keys');
    expect(list.body).not.toContain(key);
    expect(wordsOf(list)).toContain(`CI & "co" …${key.slice(-4)} waitlists:read, signups:read`);

    const id = /api-keys\/([0-9a-f-]{36})\/revoke/g;
    const ids = [...list.body.matchAll(id)].map(([, each]) => each);
    const done = await visitor.send(`/dashboard/api-keys/${ids.at(-1)}/revoke`);
    expect(wordsOf(await visitor.follow(done))).toContain('The key was revoked.');
    await expect.poll(async () => (await service.call('GET', '/v1/waitlists', key)).statusCode).toBe(401);
    expect((await service.call('GET', '/v1/waitlists', account.key)).statusCode).toBe(200);
  });

  test('are refused without a scope or over the plan’s limit, and the input stays (C5.6)', async () => {
    const visitor = await signedIn(service, await service.account({ plan: 'free' }));
    const none = await visitor.send('/dashboard/api-keys', { name: 'Robot' });
    expect(none.statusCode).toBe(400);
    expect(none.body).toContain('value="Robot"');
    expect(none.body).not.toContain('name="scopes" value="signups:read" checked');
    const form = { name: 'Robot', preset: 'custom', scopes: ['signups:read'] };
    const full = await visitor.send('/dashboard/api-keys', form);
    expect(full.statusCode).toBe(402);
    expect(wordsOf(full)).toContain('The Free plan is limited to 1 API key.');
    expect(full.body.match(/ checked/g)).toHaveLength(2); // something else, and the scope
  });

  test('have the scopes of what they are for (N1)', async () => {
    const account = await service.account();
    const visitor = await signedIn(service, account);
    const scopesOf = async (preset: string) => {
      const made = await visitor.send('/dashboard/api-keys', {
        name: preset,
        preset,
        scopes: ['signups:delete'],
      });
      expect(made.statusCode).toBe(200);
      const [row] = await service.sql<{ scopes: string[] }[]>`
        SELECT scopes FROM api_keys WHERE account_id = ${account.accountId} AND name = ${preset}`;
      return row?.scopes;
    };
    expect(await scopesOf('landing')).toEqual(['signups:write']);
    expect(await scopesOf('all')).toEqual([...scopes]);
    expect((await scopesOf('reports'))?.every((scope) => scope.endsWith(':read'))).toBe(true);
    expect(await scopesOf('custom')).toEqual(['signups:delete']);
  });
});

describe('calls to other servers and expensive calls', () => {
  const service = useService();

  test.each([
    ['/dashboard/integrations/webhook', { url: 'no address' }],
    ['/dashboard/integrations/webhook/test', {}],
    ['/dashboard/email/provider/smtp', { from: 'a@acme.test', host: '127.0.0.1', port: '1' }],
    ['/dashboard/users/invite', { email: 'nobody' }],
  ])('are limited to 20 a minute for an account: %s', async (path, form) => {
    const account = await service.account();
    const visitor = await signedIn(service, account);
    await roomInMinute(service.env.REDIS_URL ?? '', 30);
    for (let count = 0; count < 20; count++)
      expect((await visitor.send(path, form)).statusCode).not.toBe(429);
    const other = await signedIn(service, account);
    const answer = await other.send(path, form);
    expect(answer.statusCode).toBe(429);
    expect(wordsOf(answer)).toContain('Too many attempts.');
  });
});

describe('waitlists', () => {
  const service = useService();

  test('can be created, renamed, given a bonus, and deleted after typing their name (§4.2, C11.3)', async () => {
    const account = await service.account();
    const visitor = await signedIn(service, account);
    const made = await visitor.send('/dashboard/waitlists', { name: ' Rocket <b>1</b> ' });
    const path = String(made.headers.location);
    const id = path.split('/').at(-1);
    expect(wordsOf(await visitor.open('/dashboard/waitlists'))).toContain('Rocket <b>1</b> 0');
    const settings = `${path}/settings`;
    const taken = await visitor.send('/dashboard/waitlists', { name: 'Rocket <b>1</b>' });
    expect(taken.statusCode).toBe(409);

    const saved = await visitor.send(settings, { name: 'Rocket 2', referral_bonus: '3' });
    expect(wordsOf(await visitor.follow(saved))).toContain('Saved.');
    const read = async () => (await service.call('GET', `/v1/waitlists/${id}`, account.key)).json();
    expect(await read()).toMatchObject({ name: 'Rocket 2', referral_bonus: 3 });
    for (const referral_bonus of ['0', '1.5', 'x', '1000001']) {
      const refused = await visitor.send(settings, { name: 'Rocket 3', referral_bonus });
      expect([referral_bonus, refused.statusCode]).toEqual([referral_bonus, 400]);
    }
    expect(await read()).toMatchObject({ name: 'Rocket 2', referral_bonus: 3 });
    await visitor.send(settings, { name: 'Rocket 2', referral_bonus: '' });
    expect(await read()).toMatchObject({ referral_bonus: null });

    const wrong = await visitor.send(`${path}/delete`, { name: 'Rocket' });
    expect(wrong.statusCode).toBe(400);
    expect((await visitor.send(`${path}/delete`, { name: 'Rocket 2' })).headers.location).toBe(
      '/dashboard/waitlists',
    );
    expect((await service.call('GET', `/v1/waitlists/${id}`, account.key)).statusCode).toBe(404);
  });

  test('are listed in pages of fifty, newest first', async () => {
    const account = await service.account();
    const visitor = await signedIn(service, account);
    for (let i = 0; i < 51; i++) await service.waitlist(account);
    const first = await visitor.open('/dashboard/waitlists');
    expect(wordsOf(first)).toContain('1 to 50 of 51');
    expect(first.body).toContain('/dashboard/waitlists?page=2');
    const second = wordsOf(await visitor.open('/dashboard/waitlists?page=2'));
    expect(second).toContain('51 to 51 of 51');
    for (const page of ['0', '-1', 'x', '1e9', '99999999999999999999']) {
      expect((await visitor.open(`/dashboard/waitlists?page=${page}`)).statusCode).toBe(200);
    }
  });

  test('are refused over the plan’s limit, and the overview shows the usage', async () => {
    const account = await service.account({ plan: 'free' });
    const visitor = await signedIn(service, account);
    await visitor.send('/dashboard/waitlists', { name: 'One' });
    const refused = await visitor.send('/dashboard/waitlists', { name: 'Two' });
    expect(refused.statusCode).toBe(402);
    expect(refused.body).toContain('value="Two"');
    expect(wordsOf(await visitor.open('/dashboard'))).toMatch(
      /Signups 0 of 500 .*Waitlists 1 of 1 .*Plan Free 1,000,000 API requests/,
    );
  });
});

describe('integrations', () => {
  const service = useService();
  const received: { headers: Record<string, unknown>; body: string }[] = [];
  let status = 200;
  const receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(status).end();
  });
  beforeAll(() => new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve)));
  afterAll(() => receiver.close());
  const urlOf = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;

  test('can be set up, tested, also while paused, and removed; the secret is shown once (§4.7, C11.4)', async () => {
    const account = await service.account();
    const visitor = await signedIn(service, account);
    const path = '/dashboard/integrations/webhook';
    const include = ['fields', 'referral_link'];
    const made = await visitor.send(path, {
      url: urlOf(),
      events: ['signup.created'],
      include,
      signing_secret: '',
    });
    const secret = /whsec_[\w+/]{43}=/.exec(made.body)?.[0] ?? expect.fail('no secret is shown');
    const page = await visitor.open(path);
    expect(page.body).not.toContain(secret);
    expect(page.body).toContain(`value="${urlOf()}"`);
    for (const chosen of ['signup.created', ...include])
      expect(page.body).toContain(`value="${chosen}" checked`);
    expect(page.body.match(/ checked/g)).toHaveLength(3);
    expect(wordsOf(page)).toContain('Additional data');
    expect(wordsOf(page)).toContain('Already set. Leave empty to keep it.');

    await visitor.send(`${path}/pause`);
    const tested = await visitor.follow(await visitor.send(`${path}/test`));
    expect(wordsOf(tested)).toContain('The test event was delivered.');
    expect(wordsOf(tested)).toMatch(/signup.created Test Delivered 200/);
    expect(wordsOf(tested)).toContain('Paused');
    expect(JSON.parse(received.at(-1)?.body ?? '').data.metadata).toEqual({ service_test: true });

    status = 503;
    const failed = await visitor.follow(await visitor.send(`${path}/test`));
    status = 200;
    expect(wordsOf(failed)).toMatch(/The test event was not delivered\. .*503/);
    expect(wordsOf(await visitor.follow(await visitor.send(`${path}/resume`)))).toContain('Failing');

    const again = await visitor.send(path, { url: urlOf(), signing_secret: '' });
    // The secret is kept, so none is shown.
    expect(wordsOf(await visitor.follow(again))).toContain('Settings saved.');
    const refused = await visitor.send(path, {
      url: 'http://10.0.0.1/',
      signing_secret: 'my own secret here!',
    });
    expect(refused.statusCode).toBe(400);
    expect(refused.body).toContain('value="http://10.0.0.1/"');
    expect(refused.body).not.toContain('my own secret');

    const sealed = openVault(['ab'.repeat(32)]).seal('of another key', []);
    await service.sql`UPDATE integrations SET sealed_config = ${sealed} WHERE account_id = ${account.accountId}`;
    const unopened = await visitor.open(path);
    expect(wordsOf(unopened)).toContain('The saved settings can no longer be decrypted. Enter them again.');
    expect(wordsOf(unopened)).not.toContain('Already set');

    const removed = await visitor.follow(await visitor.send(`${path}/delete`));
    expect(wordsOf(removed)).toContain('Webhook was removed.');
    expect((await service.call('GET', '/v1/integrations', account.key)).json()).toEqual([]);
    expect((await visitor.send(`${path}/test`)).statusCode).toBe(404);
  });

  test('have forms with the fields of their configuration, and password inputs for secrets', async () => {
    const visitor = await signedIn(service, await service.account());
    const fieldsOf = async (type: string) =>
      [
        ...(await visitor.open(`/dashboard/integrations/${type}`)).body.matchAll(
          /<input[^>]* name="(\w+)" type="(\w+)"/g,
        ),
      ].map(([, name, kind]) => `${name}: ${kind}`);
    expect(await fieldsOf('webhook')).toEqual(['url: url', 'signing_secret: password']);
    expect(await fieldsOf('chat_blocks')).toEqual(['webhook_url: password']);
    expect(await fieldsOf('chat_embeds')).toEqual(['webhook_url: password']);
    expect(await fieldsOf('contacts')).toEqual(['api_key: password', 'mailing_list_id: text']);
    expect(await fieldsOf('analytics')).toEqual(['api_key: password', 'host: text']);
    expect(await fieldsOf('newsletter')).toEqual(['api_key: password', 'form_id: text', 'tag_ids: text']);
    for (const type of ['webhook', 'chat_blocks', 'contacts', 'analytics', 'newsletter']) {
      const words = wordsOf(await visitor.open(`/dashboard/integrations/${type}`));
      expect([type, /left out|leaves it out|first request/i.exec(words)]).toEqual([type, null]);
    }
    const contacts = (await visitor.open('/dashboard/integrations/contacts')).body;
    expect(contacts).toContain('value="signup.email_clicked"');
    expect(contacts).not.toContain('value="signup.email_opened"');
  });

  test('that are refused keep the input except secrets, and name the fields as the form does', async () => {
    const visitor = await signedIn(service, await service.account());
    const refusedWith = async (type: string, values: Record<string, string | string[]>) => {
      const refused = await visitor.send(`/dashboard/integrations/${type}`, values);
      expect(refused.statusCode).toBe(400);
      return { body: refused.body, alert: textOf(/role="alert">([^<]*)/.exec(refused.body)?.[1] ?? '') };
    };
    const analytics = await refusedWith('analytics', {
      api_key: 'phc_hidden',
      host: 'https://eu.i.posthog.com/',
      events: ['signup.created', 'signup.removed'],
    });
    expect(analytics.alert).toBe('Host: must have no slash at the end');
    expect(analytics.body).toContain('value="https://eu.i.posthog.com/"');
    expect(analytics.body.match(/value="signup\.(created|removed)" checked/g)).toHaveLength(2);
    expect(analytics.body.match(/ checked/g)).toHaveLength(2);
    expect(analytics.body).not.toContain('phc_hidden');

    const newsletter = await refusedWith('newsletter', {
      api_key: 'hidden',
      form_id: '7',
      tag_ids: '1, two',
      events: 'signup.created',
    });
    expect(newsletter.alert).toBe('Tag IDs, no. 2: must be the id of a form or a tag, which has digits only');
    expect(newsletter.body).toMatch(/value="7".*value="1, two".*value="signup.created" checked/s);

    const chat = await refusedWith('chat_blocks', { webhook_url: 'https://hooks.slack.com/hidden' });
    expect(chat.alert).toBe('Events: must have at least one event type');
    expect(chat.body).toMatch(
      /name="events" value="[\w.]+" aria-describedby="events-problem" aria-invalid="true" autofocus/,
    );
    expect(chat.body.match(/ autofocus/g)).toHaveLength(1);
    const long = await refusedWith('webhook', { url: `https://example.com/${'x'.repeat(2_048)}` });
    expect(long.alert).toBe('URL: must be at most 2048 characters');
  });

  test('name the key as the form does if a new host requires it again', async () => {
    const visitor = await signedIn(service, await service.account());
    const path = '/dashboard/integrations/analytics';
    const events = 'signup.created';
    await visitor.send(path, { api_key: 'phc_1234', host: 'https://eu.i.posthog.com', events });
    const refused = await visitor.send(path, { api_key: '', host: 'https://us.i.posthog.com', events });
    expect([refused.statusCode, wordsOf(refused)]).toEqual([
      400,
      expect.stringContaining('API key: must be given again with a new Host'),
    ]);
    expect(refused.body).toContain('value="https://us.i.posthog.com"');
  });

  test('show their stored settings if another form of the page is refused', async () => {
    const visitor = await signedIn(service, await service.account());
    const path = '/dashboard/integrations/webhook';
    await visitor.send(path, {
      url: urlOf(),
      events: ['signup.created', 'signup.removed'],
      signing_secret: '',
    });
    let refused = await visitor.send(`${path}/test`);
    for (let tries = 1; refused.statusCode === 303 && tries < 60; tries++)
      refused = await visitor.send(`${path}/test`);
    expect(refused.statusCode).toBe(429);
    expect(refused.body).toContain(`value="${urlOf()}"`);
    expect(refused.body.match(/value="signup\.(created|removed)" checked/g)).toHaveLength(2);
  });

  test('can only be paused and removed on a plan without them (§4.7 rule 1)', async () => {
    const account = await service.account();
    const visitor = await signedIn(service, account);
    const path = '/dashboard/integrations/analytics';
    await visitor.send(path, {
      api_key: 'phc_1234',
      host: 'https://eu.i.posthog.com',
      events: ['signup.created'],
    });
    await service.sql`UPDATE accounts SET plan = 'free' WHERE id = ${account.accountId}`;
    const page = await visitor.open(path);
    expect(wordsOf(page)).toContain('The Free plan does not include integrations.');
    expect(page.body).not.toContain('name="api_key"');
    expect((await visitor.send(path, { api_key: 'phc_2345', events: ['signup.created'] })).statusCode).toBe(
      402,
    );
    expect((await visitor.send(`${path}/test`)).statusCode).toBe(402);
    expect(wordsOf(await visitor.follow(await visitor.send(`${path}/pause`)))).toContain('Paused');
    expect((await visitor.send(`${path}/resume`)).statusCode).toBe(402);
    expect((await visitor.send(`${path}/delete`)).statusCode).toBe(303);
  });
});
