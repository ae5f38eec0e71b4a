import { beforeEach, describe, expect, test } from 'vitest';
import { jobNames } from '../../src/shared/platform/queue/jobs.ts';
import { openWire } from '../support/network/raw-http.ts';
import { openApp } from '../support/service/app.ts';
import { listRoutes } from '../support/service/routes.ts';
import { type Method, useService } from '../support/service/service.ts';
import { roomInMinute } from '../support/values/minute.ts';
import { readMetrics, sumOf } from '../support/values/read-metrics.ts';
import { spellingsOf } from '../support/values/spellings.ts';
import { triesAll } from '../support/values/tries-all.ts';

const page = '/admin/queues';
const basic = (login: string) => ({ authorization: `Basic ${Buffer.from(login).toString('base64')}` });
const right = basic('ops:open: sesame');

describe('the queue pages', () => {
  const service = useService({ ADMIN_USER: 'ops', ADMIN_PASSWORD: 'open: sesame' });
  const get = (url: string, headers: Record<string, string> = {}) =>
    service.call('GET', url, undefined, { headers });

  // Wrong logins are limited by the minute, so no test spans two minutes.
  beforeEach(() => roomInMinute(service.env.REDIS_URL ?? '', 20));

  describe.each([page, `${page}/`, `${page}/queue/deliver-event`, `${page}/api/queues`])('%s', (url) => {
    test.each([
      ['no login', {}],
      ['another user', basic('dev:open: sesame')],
      ['a wrong password', basic('ops:open sesame')],
      ['an API key', { authorization: 'Bearer ops:open: sesame' }],
      ['an empty login', { authorization: 'Basic ' }],
    ])('is refused with %s (C11.5)', async (who, headers) => {
      const from = { 'x-forwarded-for': `192.0.2.${who.length}` };
      const answer = await get(url, { ...headers, ...from });
      expect(answer.statusCode).toBe(401);
      expect(answer.headers['www-authenticate']).toBe('Basic realm="Queues", charset="UTF-8"');
      expect(answer.json().error.code).toBe('unauthorized');
    });

    test('is shown to the operator', async () => {
      expect((await get(url, right)).statusCode).toBe(200);
    });
  });

  test('are refused without a login, however a path is spelled', async () => {
    const send = await openWire(service.app);
    const routes = await listRoutes(service.ctx, page);
    expect(routes.length).toBeGreaterThan(10);
    for (const [turn, { method, url }] of routes.entries()) {
      const path = url.replace(/:\w+|\*/g, 'deliver-event');
      const spelled = spellingsOf(path, url).filter((_, index) => triesAll || (index + turn) % 4 === 0);
      for (const target of [path, ...spelled]) {
        const { statusCode } = await send(method, target);
        expect([method, target, [400, 401, 404].includes(statusCode)]).toEqual([method, target, true]);
      }
    }
  });

  test('contain no other host, and forbid requests to one', async () => {
    const { headers, body } = await get(page, right);
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'; ");
    expect(headers['cache-control']).toBe('no-store');
    expect(body).not.toMatch(/https?:\/\//);
    const assets = [...body.matchAll(/(?:src|href)="(static\/[^"]+)"/g)].map(([, path]) => path);
    expect(assets.length).toBeGreaterThan(3);
    for (const asset of assets) {
      expect((await get(`${page}/${asset}`)).statusCode).toBe(401);
      expect((await get(`${page}/${asset}`, right)).statusCode).toBe(200);
    }
  });

  test('show every queue, and only the ids of a notification', async () => {
    const account = await service.account();
    const waitlist = await service.waitlist(account);
    const { id } = (await service.signUp(account, waitlist, { email: 'private@example.com' })).json();
    const listed = async () =>
      (await get(`${page}/api/queues?activeQueue=send-signup-email&status=waiting`, right)).json().queues;
    await expect
      .poll(async () => (await listed()).flatMap(({ jobs }: { jobs: { data: unknown }[] }) => jobs))
      .toEqual([
        expect.objectContaining({ data: { notifications: [{ id, accountId: account.accountId }] } }),
      ]);
    const queues = await listed();
    expect(queues.map(({ name }: { name: string }) => name)).toEqual(jobNames());
    expect(queues.every(({ readOnlyMode }: { readOnlyMode: boolean }) => readOnlyMode)).toBe(true);
    expect(JSON.stringify(queues)).not.toContain('@');
  });

  test.each<[Method, string]>([
    ['PUT', 'queues/deliver-event/pause'],
    ['PUT', 'queues/deliver-event/retry/failed'],
    ['PUT', 'queues/deliver-event/clean/waiting'],
    ['PUT', 'queues/deliver-event/obliterate'],
    ['PUT', 'queues/deliver-event/1/retry'],
    ['PATCH', 'queues/deliver-event/1/update-data'],
    ['POST', 'queues/deliver-event/add'],
    ['PUT', 'queues/pause'],
  ])('are read-only: %s %s is refused', async (method, path) => {
    const url = `${page}/api/${path}`;
    expect((await service.call(method, url, undefined, { payload: {} })).statusCode).not.toBe(200);
    const answer = await service.call(method, url, undefined, { headers: right, payload: {} });
    expect([403, 404]).toContain(answer.statusCode);
    const [queue] = service.ctx.notifier.queues.filter(({ name }) => name === 'deliver-event');
    expect(await queue?.isPaused()).toBe(false);
    expect(await queue?.count()).toBe(0);
  });

  test('refuse an address after wrong logins for the rest of the minute, even with the right one', async () => {
    const guess = (login: string, address: string) =>
      get(page, { ...basic(login), 'x-forwarded-for': address });
    const wrong = [];
    for (let n = 0; n < 10; n++) wrong.push((await guess(`ops:${n}`, '203.0.113.7')).statusCode);
    expect(wrong).toEqual(Array(10).fill(401));
    expect((await get(page, { ...right, 'x-forwarded-for': '203.0.113.7' })).statusCode).toBe(200);

    const over = await guess('ops:11', '203.0.113.7');
    expect([over.statusCode, over.json().error.code]).toEqual([429, 'rate_limited']);
    expect(Number(over.headers['retry-after'])).toBeGreaterThan(0);
    expect((await get(page, { ...right, 'x-forwarded-for': '203.0.113.7' })).statusCode).toBe(429);
    expect((await get(page, { ...right, 'x-forwarded-for': '203.0.113.8' })).statusCode).toBe(200);
    const samples = readMetrics((await get('/metrics')).body);
    expect(sumOf(samples, 'waitlist_rate_limited_total', { route: page })).toBe(2);
  });

  test('do not exist without a configured user and password', async () => {
    const { app } = await openApp({ ...service.env, ADMIN_USER: '', ADMIN_PASSWORD: '' });
    for (const url of [page, `${page}/`, `${page}/api/queues`]) {
      const answer = await app.inject({ url, headers: right });
      expect([answer.statusCode, answer.json()]).toEqual([404, (await app.inject('/nothing')).json()]);
      expect(answer.headers['www-authenticate']).toBeUndefined();
    }
  });
});
