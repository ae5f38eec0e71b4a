import { describe, expect, test } from 'vitest';
import { describeDevice } from '../../../src/shared/account/sessions/device.ts';
import { makeVisitor, rowsOf, signedIn, type Visitor, wordsOf } from '../../support/dashboard.ts';
import { useService } from '../../support/service/service.ts';

const agents = {
  'Firefox on macOS': 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:126.0) Gecko/20100101 Firefox/126.0',
  'Chrome on Windows':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Safari/537.36',
  'Edge on Windows':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Safari/537.36 Edg/125.0.0.0',
  'Safari on iPhone':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  'Chrome on iPhone':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/125.0 Mobile/15E148 Safari/604.1',
  'Samsung Internet on Android':
    'Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36',
  'Opera on Linux':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36 OPR/110.0.0.0',
} as const;

describe('sessions of a user (N8)', () => {
  const service = useService();

  test.each(Object.entries(agents))('of %s are named so', (words, agent) => {
    expect(describeDevice(agent)).toBe(words);
  });

  test.each([
    [undefined, null],
    ['', null],
    ['curl/8.0', null],
    ['<script>alert(1)</script>', null],
    [`${'x'.repeat(2_000)} Firefox/1 Linux`, null],
    ['Something Linux', 'Linux'],
  ])('of %s have no name but a known one', (agent, words) => {
    expect(describeDevice(agent)).toBe(words);
  });

  const rows = async (visitor: Visitor) => {
    const { body } = await visitor.open('/dashboard/profile');
    return rowsOf(body).map(([device]) => device);
  };
  const endings = async (visitor: Visitor) => {
    const { body } = await visitor.open('/dashboard/profile');
    return [...body.matchAll(/action="([^"]*\/end)"/g)].map(([, path = '']) => path);
  };

  test('are listed with their device, and ended one by one', async () => {
    const account = await service.account();
    const here = await makeVisitor(service, account);
    const { email, password } = here;
    await here.send(
      '/dashboard/sign-in',
      { email, password },
      { headers: { 'user-agent': agents['Firefox on macOS'] } },
    );
    const phone = await makeVisitor(service, account);
    await phone.send(
      '/dashboard/sign-in',
      { email, password },
      { headers: { 'user-agent': agents['Safari on iPhone'] } },
    );
    expect((await rows(here)).toSorted()).toEqual(['Firefox on macOS This one', 'Safari on iPhone']);
    expect((await rows(phone)).toSorted()).toEqual(['Firefox on macOS', 'Safari on iPhone This one']);
    const stored =
      await service.sql`SELECT device FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.email = ${email}`;
    expect(JSON.stringify(stored)).not.toContain('Mozilla');

    const stranger = await signedIn(service, await service.account());
    const [first = '', second = ''] = await endings(here);
    for (const path of [first, second]) expect((await stranger.send(path)).statusCode).toBe(404);
    expect((await here.send('/dashboard/profile/sessions/nonsense/end')).statusCode).toBe(404);

    const { body } = await here.open('/dashboard/profile');
    const [, ofPhone = ''] =
      /aria-label="End the session of Safari on iPhone".*?action="([^"]*)"/s.exec(body) ?? [];
    const ended = await here.send(ofPhone);
    expect(wordsOf(await here.follow(ended))).toContain('The session was ended.');
    expect((await phone.open('/dashboard')).statusCode).toBe(303);
    expect((await here.send(ofPhone)).statusCode).toBe(404);

    const [own = ''] = await endings(here);
    const out = await here.send(own);
    expect([out.statusCode, out.headers.location]).toEqual([303, '/dashboard/sign-in']);
    expect((await here.open('/dashboard')).statusCode).toBe(303);
  });

  test('that have ended are not listed, and those of an unknown browser are', async () => {
    const visitor = await signedIn(service, await service.account());
    await visitor.signIn();
    await service.sql`
      UPDATE sessions SET device = NULL WHERE user_id = (SELECT id FROM users WHERE email = ${visitor.email})`;
    await service.sql`
      UPDATE sessions SET created_at = created_at - interval '91 days'
      WHERE token_hash = (SELECT token_hash FROM sessions s JOIN users u ON u.id = s.user_id
                          WHERE u.email = ${visitor.email} ORDER BY s.created_at LIMIT 1)`;
    expect(await rows(visitor)).toEqual(['Unknown device This one']);
  });
});
