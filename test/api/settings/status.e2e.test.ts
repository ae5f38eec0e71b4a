import { beforeAll, describe, expect, test } from 'vitest';
import type { TestAccount } from '../../support/service/make.ts';
import { startProcess } from '../../support/service/processes.ts';
import { useService } from '../../support/service/service.ts';
import { roomInMinute } from '../../support/values/minute.ts';

describe('the status of a signup (N1)', () => {
  const service = useService();
  let account: TestAccount;
  let list: string;
  let addresses = 0;

  beforeAll(async () => {
    account = await service.account();
    list = await service.waitlist(account, { referral_bonus: 2 });
    await setLinks({ site_url: 'https://acme.com/?from=waitlist', status_page: true });
  });

  const setLinks = (links: object) =>
    service.call('PATCH', `/v1/waitlists/${list}/settings`, account.key, { payload: { links } });
  const signUp = async (email: string, body: object = {}) =>
    (
      await service.signUp(account, list, { email, include: ['status_token', 'referral_link'], ...body })
    ).json();
  const linksOf = async (id: string) =>
    (await service.call('GET', `/v1/waitlists/${list}/signups/${id}/links`, account.key)).json();
  /** Reads from a new address, so that the limit per address does not apply. */
  const read = (token: string, url = '/v1/public/status') => {
    addresses += 1;
    return service.app.inject({
      url,
      headers: { authorization: `Status ${token}`, 'x-forwarded-for': `203.0.113.${addresses}` },
    });
  };

  test('shows the place, and neither an address nor fields', async () => {
    await signUp('first@example.com');
    const mine = await signUp('me@example.com');
    await signUp('friend@example.com', { referral_code: mine.referral_code });
    const answer = await read(mine.status_token);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'cache-control': 'private, max-age=10',
      vary: 'Authorization',
      'access-control-allow-origin': '*',
    });
    expect(answer.json()).toEqual({
      waitlist_name: expect.any(String),
      position: 2,
      display_position: 1,
      total: 3,
      referral_code: mine.referral_code,
      referral_link: `https://acme.com/?from=waitlist&ref=${mine.referral_code}`,
      referral_count: 1,
      confirmed: null,
      invitation_state: null,
      rewards: null,
      ladder: null,
      invitation_url: null,
      moved: 1,
      per_referral: 2,
      rank: 2,
    });
    expect(await linksOf(mine.id)).toEqual({
      referral_link: mine.referral_link,
      status_token: mine.status_token,
      status_url: `${service.ctx.config.baseUrl}/s/${mine.status_token}`,
      unsubscribe_url: expect.stringMatching(/^http:\/\/localhost:3000\/u\/[\w-]{68}$/),
    });
  });

  test('somebody who types an address that is on the list gets no token', async () => {
    await signUp('known@example.com');
    const again = await signUp('known@example.com', { include: ['created', 'status_token'] });
    expect(again).toMatchObject({ created: false, status_token: null });
    expect(Object.keys(again)).toEqual([
      'id',
      'position',
      'total',
      'referral_code',
      'created',
      'status_token',
    ]);
  });

  test('an answer has only what was asked for, and is the specification’s without `include`', async () => {
    const plain = await service.signUp(account, list, { email: 'plain@example.com' });
    expect(Object.keys(plain.json())).toEqual(['id', 'position', 'total', 'referral_code']);
    const all = ['created', 'display_position', 'referral_count', 'referral_link'];
    const full = await signUp('full@example.com', { include: all });
    expect(full).toMatchObject({ created: true, display_position: full.position, referral_count: 0 });
    const unknown = await service.signUp(account, list, { email: 'x@example.com', include: ['email'] });
    expect(unknown.statusCode).toBe(400);
  });

  test('hides what the settings hide', async () => {
    const { status_token: token } = await signUp('hidden@example.com');
    await setLinks({ hide: ['position', 'total'] });
    expect((await read(token)).json()).toMatchObject({
      ...{ position: null, display_position: null, total: null, moved: null, per_referral: 2, rank: null },
    });
    await setLinks({ hide: null });
  });

  test('a forged, cut or revoked token is 401, a removed signup 404', async () => {
    const { id, status_token: token } = await signUp('gone@example.com');
    for (const bad of [
      '',
      'x',
      token.slice(1),
      `${token}A`,
      token.replace(/.$/, token.endsWith('A') ? 'B' : 'A'),
    ])
      expect((await read(bad)).statusCode).toBe(401);
    const withKey = await service.call('GET', '/v1/public/status', account.key);
    expect(withKey.statusCode).toBe(401);
    await service.call('POST', `/v1/waitlists/${list}/links/revoke`, account.key, {
      payload: { kind: 'status' },
    });
    expect((await read(token)).statusCode).toBe(401);
    const { status_token: next } = await linksOf(id);
    expect((await read(next)).statusCode).toBe(200);
    await service.call('DELETE', `/v1/waitlists/${list}/signups/${id}`, account.key);
    expect((await read(next)).statusCode).toBe(404);
  });

  test('a token shows its own list alone, and survives the revocation of another one', async () => {
    const own = await signUp('own@example.com');
    const otherList = await service.waitlist(account);
    const payload = { email: 'other@example.com', include: ['status_token'] };
    const other = (await service.signUp(account, otherList, payload)).json();
    const [ownBytes, otherBytes] = [own, other].map(({ status_token }) =>
      Buffer.from(status_token, 'base64url'),
    ) as [Buffer, Buffer];
    const macAt = ownBytes.length - 16;
    const mixed = Buffer.concat([otherBytes.subarray(0, macAt), ownBytes.subarray(macAt)]);
    expect((await read(mixed.toString('base64url'))).statusCode).toBe(401);
    await service.call('POST', `/v1/waitlists/${otherList}/links/revoke`, account.key, {
      payload: { kind: 'status' },
    });
    expect((await read(other.status_token)).statusCode).toBe(401);
    expect((await read(own.status_token)).json()).toMatchObject({ referral_code: own.referral_code });
  });

  test('61 reads a minute from one address are too many', async () => {
    const { status_token: token } = await signUp('eager@example.com');
    await roomInMinute(service.env.REDIS_URL ?? '', 30);
    const statuses = new Set<number>();
    for (let read = 0; read < 61; read++) {
      const headers = { authorization: `Status ${token}`, 'x-forwarded-for': '198.51.100.1' };
      const answer = await service.app.inject({ url: '/v1/public/status', headers });
      statuses.add(answer.statusCode);
    }
    expect([...statuses]).toEqual([200, 429]);
  });

  test('a token is in no log, valid or not', async () => {
    const { status_token: token } = await signUp('quiet@example.com');
    const web = await startProcess('web', { ...service.env, PORT: '0' }, { logLevel: 'trace' });
    const forged = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    for (const each of [token, forged]) {
      await fetch(`${web.url}/v1/public/status`, { headers: { authorization: `Status ${each}` } });
      await fetch(`${web.url}/s/${each}`);
      await fetch(`${web.url}/s/${each}/x`);
    }
    await web.stop();
    expect(web.output()).toContain('/v1/public/status');
    for (const each of [token, forged]) expect(web.output()).not.toContain(each.slice(0, 40));
  });

  test('the hosted page shows it, while it is switched on', async () => {
    const { status_token: token, referral_link: link } = await signUp('page@example.com');
    const page = await read('', `/s/${token}`);
    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
    expect(page.headers['access-control-allow-origin']).toBeUndefined();
    expect(page.body).toContain(link.replaceAll('&', '&amp;'));
    expect(page.body).not.toContain('page@example.com');
    expect((await read('', '/s/forged')).statusCode).toBe(404);
    await setLinks({ status_page: false });
    expect((await read('', `/s/${token}`)).statusCode).toBe(404);
    await setLinks({ status_page: true });
  });
});
