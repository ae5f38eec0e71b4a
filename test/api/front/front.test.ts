import { describe, expect, test } from 'vitest';
import { useService } from '../../support/service/service.ts';

describe('the address of the service without a path', () => {
  const service = useService();
  const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

  test('leads a browser to the dashboard', async () => {
    const answer = await service.app.inject({ url: '/', headers: { accept: browser } });
    expect([answer.statusCode, answer.headers.location, answer.headers.vary]).toEqual([
      302,
      '/dashboard',
      expect.stringMatching(/accept/i),
    ]);
  });

  test.each([undefined, '*/*', 'application/json', 'text/html-sandboxed'])(
    'gives a program with Accept %j links that lead somewhere',
    async (accept) => {
      const { key } = await service.account();
      const waitlist = await service.waitlist({ key, accountId: '' });
      const answer = await service.app.inject({ url: '/', headers: accept === undefined ? {} : { accept } });
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([
        200,
        'application/json; charset=utf-8',
      ]);
      const links = Object.entries(answer.json<Record<string, string>>());
      expect(links.length).toBeGreaterThan(5);
      for (const [name, url] of links) {
        const { pathname } = new URL(url.replace('{id}', waitlist));
        const { statusCode } = await service.call(name === 'tools_url' ? 'POST' : 'GET', pathname, key);
        expect([name, statusCode]).not.toEqual([name, 404]);
      }
    },
  );

  test('has rules for crawlers and an icon', async () => {
    const robots = await service.app.inject('/robots.txt');
    expect([robots.statusCode, robots.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(robots.body.split('\n')).toContain('Disallow: /');
    const icon = await service.app.inject('/favicon.ico');
    expect([icon.statusCode, icon.headers['content-type']]).toEqual([200, 'image/svg+xml']);
    expect(icon.body).toContain('<svg');
  });
});
