import { describe, expect, test } from 'vitest';
import { signedIn, wordsOf } from '../support/dashboard.ts';
import { useService } from '../support/service/service.ts';

const boxes = [
  'email_refused',
  'email_down',
  'bounces',
  'allowance',
  'signup_limit',
  'integration',
  'referrals',
  'announcement',
];

describe('notices in the dashboard (N8)', () => {
  const service = useService();
  const checked = (body: string) =>
    [...body.matchAll(/<input type="checkbox" name="([^"]*)"[^>]* checked/g)].map(([, name]) => name);

  test('a user gets every kind and no digest, until the user chooses otherwise', async () => {
    const account = await service.account();
    const [ada, bob] = [await signedIn(service, account), await signedIn(service, account)];
    expect(checked((await ada.open('/dashboard/profile')).body)).toEqual(boxes);
    const saved = await ada.send('/dashboard/profile/notices', { bounces: 'on', weekly_digest: 'on' });
    const page = await ada.follow(saved);
    expect(checked(page.body)).toEqual(['bounces', 'weekly_digest']);
    expect(wordsOf(page)).toContain('Saved.');
    expect(checked((await bob.open('/dashboard/profile')).body)).toEqual(boxes);
    const [row] = await service.sql`
      SELECT muted_notices, digest_up_to = date_trunc('week', now() AT TIME ZONE 'UTC')::date AS begins_now
      FROM users WHERE email = ${ada.email}`;
    expect(row).toEqual({ muted_notices: boxes.filter((box) => box !== 'bounces'), begins_now: true });
  });

  test('an account chooses the chat for its notices, and no other account sees it', async () => {
    const [account, other] = [await service.account(), await service.account()];
    const [ada, eve] = [await signedIn(service, account), await signedIn(service, other)];
    const page = await ada.follow(await ada.send('/dashboard/account/chat', { chat: 'chat_embeds' }));
    expect(page.body).toMatch(/<option[^>]*value="chat_embeds"[^>]*selected/);
    expect((await eve.open('/dashboard/account')).body).toMatch(/<option[^>]*value="none"[^>]*selected/);
    await ada.send('/dashboard/account/chat', { chat: 'none' });
    expect(await service.sql`SELECT notice_chat FROM accounts WHERE notice_chat IS NOT NULL`).toEqual([]);
  });
});

describe('a service without email credentials of its own (N8)', () => {
  const service = useService({ MANAGED_EMAIL_URL: '', MANAGED_EMAIL_FROM: '' });

  test('says in the profile that it can send none', async () => {
    const ada = await signedIn(service, await service.account());
    expect(wordsOf(await ada.open('/dashboard/profile'))).toContain('it cannot send you any');
  });
});
