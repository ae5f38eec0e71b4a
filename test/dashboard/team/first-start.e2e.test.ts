import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { buildApp } from '../../../src/api/app.ts';
import { openWebContext } from '../../../src/api/web-context.ts';
import { announceFirstStart } from '../../../src/shared/account/administration/first-start/first-start.ts';
import { readConfig } from '../../../src/shared/config.ts';
import { barriersOn, hasBrowser, overflowOf, useBrowser } from '../../support/browser.ts';
import { toForm, wordsOf } from '../../support/dashboard.ts';
import { useService } from '../../support/service/service.ts';
import { roomInMinute } from '../../support/values/minute.ts';

describe('the first account (N8)', () => {
  const service = useService();

  /** What a web process logs at its start. */
  async function announced(): Promise<{ url: string; token: string }[]> {
    const lines: { url: string; token: string }[] = [];
    const log = { ...service.ctx.log, warn: (line: { url: string; token: string }) => lines.push(line) };
    await announceFirstStart({ ...service.ctx, linkSigner: service.ctx.linkSigner, log: log as never });
    return lines;
  }

  const post = (app: typeof service.app, fields: Record<string, string>, address = '10.1.1.1') =>
    app.inject({
      method: 'POST',
      url: '/dashboard/first-start',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': address },
      payload: toForm(fields),
    });
  const owner = (email: string) => ({ name: 'Acme', email, password: 'correct horse' });

  describe.runIf(hasBrowser)('in a browser', () => {
    const browser = useBrowser();
    test.each([390, 1200])('shuts nobody out at a width of %s', async (width) => {
      if (!service.app.server.listening) await service.app.listen({ port: 0, host: '127.0.0.1' });
      const { port } = service.app.server.address() as AddressInfo;
      const { page } = await browser.open(`http://127.0.0.1:${port}`, { viewport: { width, height: 800 } });
      await page.goto('/dashboard/first-start');
      expect([await overflowOf(page), await barriersOn(page)]).toEqual([0, []]);
    });
  });

  test('is made once, with the token that one process prints and that expires, however many try', async () => {
    const lines = (await Promise.all([announced(), announced(), announced()])).flat();
    expect(lines).toHaveLength(1);
    const [old] = lines;
    expect(await announced()).toEqual([]);
    await service.sql`UPDATE user_links SET expires_at = clock_timestamp()`;
    const late = await post(service.app, { token: old?.token ?? '', ...owner('a@first.test') });
    expect(late.statusCode).toBe(403);
    const [line] = await announced();
    expect(line?.token).not.toBe(old?.token);
    expect(line).toEqual({
      url: expect.stringMatching(/\/dashboard\/first-start$/),
      token: expect.any(String),
    });
    const token = line?.token ?? '';
    expect(await announced()).toEqual([]);
    expect((await service.app.inject({ url: '/dashboard/first-start' })).statusCode).toBe(200);

    for (const wrong of ['x', token.slice(1), `${token}x`]) {
      const refused = await post(service.app, { token: wrong, ...owner('a@first.test') });
      expect([refused.statusCode, wordsOf(refused)]).toEqual([
        403,
        expect.stringContaining('The token is wrong'),
      ]);
    }
    expect((await post(service.app, { token, ...owner('nobody') })).statusCode).toBe(400);
    await roomInMinute(service.env.REDIS_URL ?? '', 15);
    const guesses = [];
    for (let at = 0; at < 11; at += 1)
      guesses.push(
        (await post(service.app, { token: 'x', ...owner('a@first.test') }, '10.1.1.2')).statusCode,
      );
    expect(guesses.at(-1)).toBe(429);
    expect((await service.sql`SELECT 1 FROM accounts`).length).toBe(0);

    const ctx = openWebContext(readConfig(service.env));
    const other = await buildApp(ctx);
    const answers = await Promise.all(
      [service.app, other, service.app, other].map((app, at) =>
        post(app, { token, ...owner(`owner${at}@first.test`) }, `10.1.2.${at}`),
      ),
    );
    await other.close();
    await ctx.close();
    expect(answers.filter(({ statusCode }) => statusCode === 303)).toHaveLength(1);
    for (const { statusCode } of answers) expect([303, 404, 409]).toContain(statusCode);
    const accounts = await service.sql`
      SELECT a.name, a.plan, u.role FROM accounts a JOIN users u ON u.account_id = a.id`;
    expect(accounts).toEqual([{ name: 'Acme', plan: 'scale', role: 'owner' }]);

    expect(await announced()).toEqual([]);
    expect((await service.app.inject({ url: '/dashboard/first-start' })).statusCode).toBe(404);
    expect((await post(service.app, { token, ...owner('late@first.test') })).statusCode).toBe(404);
  });
});
