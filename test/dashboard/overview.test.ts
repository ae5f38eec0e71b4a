import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeLinkToken } from '../../src/shared/list/links/link-token.ts';
import { rankOf } from '../../src/shared/list/mail-state/status.ts';
import { signedIn, textOf, wordsOf } from '../support/dashboard.ts';
import { makeFormList } from '../support/forms/form-list.ts';
import { listOf, makeList } from '../support/list.ts';
import { makeJudgingList } from '../support/referrals/judging.ts';
import { useService } from '../support/service/service.ts';
import { recount } from '../support/storm/invariants.ts';

describe('the overview', () => {
  const service = useService();
  let receiver: Server;
  let status = 500;
  let hook = '';
  beforeAll(async () => {
    receiver = createServer((_, response) => response.writeHead(status).end());
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  });
  afterAll(() => {
    receiver.close();
  });

  /** The lines of the block of problems, with their links; none if there is no block. */
  const attentionIn = (html: string) => {
    const [, block = ''] = /<section class="card attention".*?<ul[^>]*>(.*?)<\/ul>/s.exec(html) ?? [];
    return [...block.matchAll(/<li>(.*?)<\/li>/gs)].map(([, line = '']) => [
      textOf(line),
      /href="([^"]*)"/.exec(line)?.[1],
    ]);
  };

  test('names what is wrong with a link to where it is mended, and nothing where nothing is (C11.3)', async () => {
    const list = await makeList(service);
    const { accountId, key } = list.account;
    const visitor = await signedIn(service, list.account);
    const problems = async () => attentionIn((await visitor.open('/dashboard')).body);
    const [ada, bob, cleo] = [
      await list.add({ email: 'ada@example.com' }),
      await list.add({ email: 'bob@example.com' }),
      await list.add({ email: 'cleo@example.com' }),
    ];
    const put = await service.call('PUT', '/v1/integrations/webhook', key, {
      payload: { config: { url: hook } },
    });
    expect(put.statusCode).toBe(201);
    expect(await problems()).toEqual([]);

    await visitor.send('/dashboard/integrations/webhook/test');
    await service.sql`UPDATE mails SET state = 'config_error' WHERE id = ${ada.id}`;
    await service.sql`UPDATE mails SET state = 'failed', retries_exhausted = true WHERE id = ${bob.id}`;
    await service.sql`UPDATE mails SET state = 'held' WHERE id = ${cleo.id}`;
    await service.sql`INSERT INTO email_usage VALUES (${accountId}, current_month(), 30000)`;
    expect(await problems()).toEqual([
      [
        expect.stringMatching(/^Webhook failed at its newest delivery, .* 500/),
        '/dashboard/integrations/webhook',
      ],
      [expect.stringMatching(/^1 email failed because of the settings\./), '/dashboard/email'],
      [expect.stringMatching(/^1 email failed after several attempts\./), '/dashboard/email'],
      [expect.stringMatching(/^1 email is waiting: the allowance is used up until /), '/dashboard/email'],
      [expect.stringMatching(/^30,000 of 30,000 emails .* new emails wait\./), '/dashboard/email'],
    ]);

    const reason = '20 attempts in 5 days failed.';
    await service.sql`
      UPDATE integrations SET enabled = false, disabled_at = now(), disabled_reason = ${reason} WHERE account_id = ${accountId}`;
    expect((await problems())[0]).toEqual([
      expect.stringMatching(
        /^Webhook was disabled because it kept failing, .* 20 attempts in 5 days failed\.$/,
      ),
      '/dashboard/integrations/webhook',
    ]);
    await service.sql`UPDATE integrations SET disabled_at = NULL WHERE account_id = ${accountId}`;
    expect((await problems())[0]?.[0]).not.toMatch(/^Webhook/); // a user paused it
    await service.sql`UPDATE integrations SET enabled = true WHERE account_id = ${accountId}`;

    status = 200;
    await visitor.send('/dashboard/integrations/webhook/test');
    await service.sql`UPDATE email_usage SET reserved = 23999 WHERE account_id = ${accountId}`; // below 80 %
    await service.call('DELETE', list.url, key); // its mails no longer count
    await service.sql`DELETE FROM mails WHERE id = ${cleo.id}`;
    expect(await problems()).toEqual([]);

    const free = await makeList(service, { plan: 'free' });
    await free.fill(400);
    await recount(service.sql, free.id);
    const owner = await signedIn(service, free.account);
    expect(attentionIn((await owner.open('/dashboard')).body)).toEqual([
      ['400 of 500 signups of your plan are used. Upgrade, or delete signups .', '/dashboard/waitlists'],
    ]);
  });

  test('names lists whose referrals wait for a decision, until they are decided (N4)', async () => {
    const account = await service.account({ plan: 'scale' });
    const visitor = await signedIn(service, account);
    const problems = async () => attentionIn((await visitor.open('/dashboard')).body);
    const list = await makeJudgingList(service, account);
    const watched = await makeJudgingList(service, account, { mode: 'monitor' });
    for (const each of [list, watched]) await each.refer('bot@mailinator.com');
    const other = await list.refer('bot2@mailinator.com');
    const name = (await service.call('GET', list.url, account.key)).json().name;
    const link = `/dashboard/waitlists/${list.id}/review`;
    expect(await problems()).toEqual([[`2 referrals of ${name} wait for a decision. Review`, link]]);
    await service.call('POST', `${list.url}/reviews/${other}/reject`, account.key);
    expect(await problems()).toEqual([[`1 referral of ${name} waits for a decision. Review`, link]]);
    await service.call('POST', `${list.url}/reviews/bulk`, account.key, {
      payload: { action: 'reject', filter: { reason: 'disposable_domain' } },
    });
    expect(await problems()).toEqual([]);
  });

  test('names lists whose form does not take a required field', async () => {
    const account = await service.account();
    const visitor = await signedIn(service, account);
    const problems = async () => attentionIn((await visitor.open('/dashboard')).body);
    const list = await makeFormList(service, account, { fields: ['note'] });
    const add = (key: string, label: string, required: boolean) =>
      service.call('POST', `${list.url}/fields`, account.key, {
        payload: { key, label, type: 'string', required },
      });
    await add('note', 'Note', true);
    await add('team', 'Team', false);
    expect(await problems()).toEqual([]);
    await add('company', 'Company', true);
    const name = (await service.call('GET', list.url, account.key)).json().name;
    expect(await problems()).toEqual([
      [
        `The form of ${name} refuses everybody: it does not ask for Company. Mend the form`,
        `/dashboard/waitlists/${list.id}/settings/form`,
      ],
    ]);
    await list.set({ form: { enabled: false } });
    expect(await problems()).toEqual([]);
  });

  test('names five lists with open reviews, and says that there are more (N4)', async () => {
    const account = await service.account({ plan: 'scale' });
    const visitor = await signedIn(service, account);
    for (let count = 0; count < 6; count++)
      await (await makeJudgingList(service, account)).refer('bot@mailinator.com');
    const lines = attentionIn((await visitor.open('/dashboard')).body).map(([text]) => text);
    expect(lines).toHaveLength(6);
    expect(lines.at(-1)).toBe('Referrals of other waitlists wait for a decision, too.');
  });

  test('shows the last two weeks of each list, the change to the week before, and the newest signups', async () => {
    const list = await makeList(service);
    const other = listOf(service, list.account, await service.waitlist(list.account));
    const visitor = await signedIn(service, list.account);
    await list.fill(30);
    await service.sql`
      UPDATE signups SET created_at = now() - CASE WHEN position <= 10 THEN interval '9 days' WHEN position <= 25 THEN interval '2 days' ELSE interval '20 days' END
      WHERE waitlist_id = ${list.id}`;
    await recount(service.sql, list.id);
    await other.add({ email: 'ada@example.com' });
    const page = await visitor.open('/dashboard');
    const [, ofList, ofOther] = page.body
      .split('<li class="card">')
      .map((part) => part.split('</li>')[0] ?? '');
    expect(textOf(ofOther ?? '')).toMatch(/^List \d+ 1 signup .*1 in the last 7 days None the week before/);
    expect(textOf(ofList ?? '')).toMatch(
      /30 signups .*15 in the last 7 days \+50% compared to 10 signups the week before/,
    );
    // A percentage says less than the counts where there were few before, or many times as many are now.
    for (const [before, change] of [
      [1, 'from 1 to 24'],
      [9, 'from 9 to 16'],
      [10, '\\+50%'],
    ] as const) {
      await service.sql`
        UPDATE signups SET created_at = now() - CASE WHEN position <= ${before} THEN interval '9 days' WHEN position <= 25 THEN interval '2 days' ELSE interval '20 days' END
        WHERE waitlist_id = ${list.id}`;
      await recount(service.sql, list.id);
      expect(wordsOf(await visitor.open('/dashboard'))).toMatch(
        new RegExp(`in the last 7 days ${change} compared to ${before} signup`),
      );
    }
    expect(ofList).toContain('aria-label="Signups per day: 0, 0, 0, 0, 10, 0, 0, 0, 0, 0, 0, 15, 0, 0"');
    expect(textOf(page.body)).toMatch(/Newest signups Email Waitlist Signed up ada@example.com/);
    await service.call('DELETE', other.url, list.account.key);
    for (let count = 0; count < 6; count++) await service.waitlist(list.account);
    const later = await visitor.open('/dashboard');
    expect(wordsOf(later)).not.toContain('ada@example.com');
    expect(later.body.split('<li class="card">')).toHaveLength(7);
    expect(wordsOf(later)).toContain('15 in the last 7 days'); // older than the others, and busier
  });

  test('marks lists that are archived, there, in the sidebar and in the list of waitlists', async () => {
    const list = await makeList(service, {}, { name: 'Closed' });
    const visitor = await signedIn(service, list.account);
    const marks = async () => {
      const [overview, all] = [await visitor.open('/dashboard'), await visitor.open('/dashboard/waitlists')];
      return [overview, all].map(({ body }) => [
        /<ul class="lists">.*?archived, /s.test(body),
        /Closed<\/a>\s*<span class="tag">Archived/.test(body),
      ]);
    };
    expect(await marks()).toEqual([0, 1].map(() => [false, false]));
    const payload = { archive: { enabled: true } };
    await service.call('PATCH', `${list.url}/settings`, list.account.key, { payload });
    expect(await marks()).toEqual([0, 1].map(() => [true, true]));
  });

  test('ticks the first steps of an account, and forgets them once all are done (C11.3)', async () => {
    const list = await makeList(service);
    const visitor = await signedIn(service, list.account);
    const done = async () => /(\d) of 6 done/.exec(wordsOf(await visitor.open('/dashboard')))?.[1];
    expect(await done()).toBe('2');
    const { id } = await list.add({ email: 'ada@example.com' });
    await service.sql`UPDATE signups SET email_status = ${rankOf('sent')} WHERE id = ${id}`;
    await recount(service.sql, list.id);
    expect(await done()).toBe('4');
    await visitor.send(`/dashboard/waitlists/${list.id}/settings/links`, { site_url: 'https://acme.test/' });
    expect(await done()).toBe('5');
    await service.call('PUT', '/v1/integrations/webhook', list.account.key, {
      payload: { config: { url: hook } },
    });
    expect(await done()).toBeUndefined();
    await service.call('DELETE', '/v1/integrations/webhook', list.account.key);
    expect(await done()).toBeUndefined();

    const free = await makeList(service, { plan: 'free' });
    const other = await signedIn(service, free.account);
    const first = await other.open('/dashboard');
    expect(wordsOf(first)).toContain('2 of 5 done'); // no integrations on this plan
    for (const way of ['settings/page', 'settings/form', 'imports', 'add'])
      expect(first.body).toContain(`href="/dashboard/waitlists/${free.id}/${way}"`);
    await free.add({ email: 'ada@example.com' });
    await service.sql`DELETE FROM api_keys WHERE account_id = ${free.account.accountId}`;
    expect(wordsOf(await other.open('/dashboard'))).toContain('2 of 4 done'); // nobody asks for a key
    expect(wordsOf(await other.follow(await other.send('/dashboard/checklist/dismiss')))).not.toContain(
      'First steps',
    );
    expect(wordsOf(await other.open('/dashboard'))).not.toContain('First steps');
  });
});

describe('the page of a signup', () => {
  const service = useService();

  test('tells what happened to it, why its email failed, and sends it again where that helps (C6.6, C11.3)', async () => {
    const list = await makeList(service);
    const visitor = await signedIn(service, list.account);
    const { id, referral_code } = await list.add({ email: 'ada@example.com' });
    await list.add({ email: 'bob@example.com', referral_code });
    const path = `/dashboard/waitlists/${list.id}/signups/${id}`;
    const read = async () =>
      textOf(/aria-labelledby="timeline">(.*?)<\/section>/s.exec((await visitor.open(path)).body)?.[1] ?? '');
    const set = async (
      state: string,
      change: { retries_exhausted?: boolean; error?: string | null } = {},
    ) => {
      await service.sql`
        UPDATE mails SET ${service.sql({ state, retries_exhausted: false, error: null, ...change })} WHERE id = ${id}`;
    };
    expect(await read()).toMatch(
      /Signed up .* Email waiting Referred bob@example.com .* will be sent in a moment/,
    );
    await set('config_error', { error: 'No such key' });
    expect(await read()).toMatch(
      /refused the settings, not the address.*“No such key” Send the email again$/,
    );
    await set('failed', { error: '550 no such mailbox' });
    expect(await read()).toMatch(/refused the address for good\. The provider says: “550 no such mailbox”$/);
    const refused = await visitor.send(`${path}/send-email`);
    expect([refused.statusCode, wordsOf(refused)]).toEqual([
      409,
      expect.stringContaining('There is no email to send'),
    ]);
    await set('suppressed');
    expect(await read()).toMatch(/suppression list, .*first\.$/);
    await set('held');
    expect(await read()).toMatch(/The email waits behind older ones\.$/);

    await set('failed', { retries_exhausted: true });
    await service.sql`UPDATE signups SET email_status = ${rankOf('failed')} WHERE id = ${id}`;
    await service.sql`DELETE FROM outbox WHERE id = ${id}`;
    expect(await read()).toMatch(/unavailable for too long\. You can send it again\. Send the email again$/);
    expect((await visitor.send(`${path}/send-email`)).statusCode).toBe(303);
    expect(await service.pendingJobs('send-signup-email')).toContain(id);

    await set('sent');
    await service.sql`
      UPDATE signups SET email_status = ${rankOf('bounced')}, email_delivered_at = '2036-03-01T10:00:00Z', email_clicked_at = '2036-03-01T10:05:00Z'
      WHERE id = ${id}`;
    expect(await read()).toMatch(
      /Email sent.*Email delivered 1 Mar 2036, 10:00 UTC Link in the email clicked 1 Mar 2036, 10:05 UTC Email bounced time unknown.*sent it back/,
    );
    await service.sql`DELETE FROM mails WHERE id = ${id}`;
    await service.sql`UPDATE signups SET email_status = 0, email_delivered_at = NULL, email_clicked_at = NULL WHERE id = ${id}`;
    expect(await read()).toMatch(/has had no email\. Send the signup email$/);

    expect(wordsOf(await visitor.open(path))).toContain(
      'Enter the page where people sign up in the settings',
    );
    await visitor.send(`/dashboard/waitlists/${list.id}/settings/links`, {
      site_url: 'https://acme.test/?a=1',
    });
    expect((await visitor.open(path)).body).toContain(
      `data-copy="https://acme.test/?a=1&amp;ref=${referral_code}"`,
    );
  });

  test('waits with its email until the person has confirmed the address (N3)', async () => {
    const list = await makeList(service);
    const visitor = await signedIn(service, list.account);
    const settings = { confirmation: { enabled: true } };
    await service.call('PATCH', `/v1/waitlists/${list.id}/settings`, list.account.key, { payload: settings });
    const { id } = await list.add({ email: 'ada@example.com' });
    const path = `/dashboard/waitlists/${list.id}/signups/${id}`;
    const read = async () =>
      textOf(/aria-labelledby="timeline">(.*?)<\/section>/s.exec((await visitor.open(path)).body)?.[1] ?? '');
    expect(await read()).toMatch(
      /Asked to confirm the address .* waits until the person confirms the address\.$/,
    );
    expect((await visitor.send(`${path}/send-email`)).statusCode).toBe(409);
    const { key } = await service.ctx.linkSigner();
    const token = makeLinkToken(key, 'confirm', {
      accountId: list.account.accountId,
      id,
      epoch: 0,
      generation: 0,
    });
    expect((await service.app.inject({ method: 'POST', url: `/c/${token}` })).statusCode).toBe(200);
    expect(await read()).toMatch(/Address confirmed .* Email waiting .* will be sent in a moment\.$/);
  });
});
