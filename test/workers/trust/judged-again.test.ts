import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { lookUpDomains } from '../../../src/shared/capabilities/trust/domains/look-up-domains.ts';
import { openMailResolver } from '../../../src/shared/capabilities/trust/domains/takes-mail.ts';
import { forgetTraces } from '../../../src/shared/capabilities/trust/maintenance.ts';
import { type EmailStatus, rankOf } from '../../../src/shared/list/mail-state/status.ts';
import { storeEmailEvents } from '../../../src/shared/mail/mail-events/event-queries.ts';
import { newId, platformAccountId } from '../../../src/shared/platform/ids.ts';
import { statement } from '../../../src/shared/platform/postgres/transaction.ts';
import { enqueueJobs } from '../../../src/shared/platform/queue/outbox.ts';
import { type MailSink, startMailSink } from '../../support/mail-sink.ts';
import { type DnsServer, startDnsServer } from '../../support/network/dns-server.ts';
import { type JudgingList, judgeReferrals, makeJudgingList } from '../../support/referrals/judging.ts';
import type { TestAccount } from '../../support/service/make.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';
import { findBrokenInvariants, recount } from '../../support/storm/invariants.ts';

describe('referrals that are judged again (N4)', () => {
  const service = useService({ BASE_URL: 'https://waitlist.test' });
  let sink: MailSink;
  let worker: TestWorker;
  let account: TestAccount;

  beforeAll(async () => {
    sink = await startMailSink();
    worker = openTestWorker(service, { MANAGED_EMAIL_URL: sink.url });
    account = await service.account({ plan: 'scale' });
    await service.call('PUT', '/v1/integrations/webhook', account.key, {
      payload: { config: { url: 'http://127.0.0.1:1/' } },
    });
  });
  afterAll(async () => {
    await worker.close();
    await sink.close();
  });
  afterEach(async () => {
    expect(await findBrokenInvariants(service.sql)).toEqual([]);
  });

  async function report(id: string, status: EmailStatus): Promise<void> {
    await worker.sendAll();
    await statement(service.sql, (tx) =>
      storeEmailEvents(tx, { account_id: platformAccountId, provider: 'smtp' }, [
        {
          ...{ id: newId(), event_id: newId(), nonce: null, status_rank: rankOf(status) },
          ...{ occurred_at: new Date().toISOString(), provider_message_id: null, signup_id: id },
        },
      ]),
    );
    await worker.applyEvents();
    await judgeReferrals(worker);
  }
  const eventsOf = async (id: string) =>
    (
      await service.sql<{ type: string }[]>`
        SELECT payload ->> 'type' AS type FROM outbox
        WHERE job = 'fan-out-event' AND payload -> 'data' ->> 'id' = ${id} AND payload ->> 'type' LIKE 'referral.%' ORDER BY id`
    ).map(({ type }) => type);
  const hoursLater = (list: JudgingList, hours: number) => service.sql`
    UPDATE referral_claims SET settles_at = settles_at - make_interval(hours => ${hours}) WHERE waitlist_id = ${list.id}`;
  const judging = (abuse?: Record<string, unknown>) => makeJudgingList(service, account, abuse);

  test.each(['bounced', 'complained'] as const)('lose their credit when the mail %s', async (status) => {
    const list = await judging();
    const email = `${status}@real.example`;
    const id = await list.refer(email);
    expect(await list.credits()).toBe(1);
    await report(id, status);
    expect(await list.claim(id)).toMatchObject({ credited: false, verdict: 'withheld', reasons: [status] });
    expect(await list.credits()).toBe(0);
    expect((await list.find(email)).referred_by).toBeNull();
    await report(id, status);
    expect(await list.credits()).toBe(0);
    expect(await eventsOf(id)).toEqual(['referral.credited', 'referral.revoked']);
  });

  test('are judged together where many are due, beside one that is gone', async () => {
    const lists = [await judging(), await judging()] as const;
    const ids = [newId()];
    for (const list of lists)
      for (const name of ['ada', 'bob', 'eve']) ids.push(await list.refer(`${name}@real.example`));
    const keys = ids.map((id) => ({ accountId: account.accountId, id }));
    await statement(service.sql, async (tx) => {
      await tx`UPDATE signups SET email_status = ${rankOf('bounced')} WHERE id = ANY (${ids.slice(1, -1)}::uuid[])`;
      await enqueueJobs(tx, 'judge-referral', keys);
    });
    await recount(service.sql, lists[0].id);
    await recount(service.sql, lists[1].id);
    await judgeReferrals(worker);
    expect(await service.pendingJobs('judge-referral')).toEqual([]);
    expect(await Promise.all(lists.map((list) => list.credits()))).toEqual([0, 1]);
    expect(await eventsOf(ids[1] ?? '')).toEqual(['referral.credited', 'referral.revoked']);
  });

  test('get it back once a mail to the corrected address is delivered (N9)', async () => {
    const list = await judging();
    const id = await list.refer('ada@gmial.example');
    await report(id, 'bounced');
    expect(await list.credits()).toBe(0);
    const url = `/v1/waitlists/${list.id}/signups/${id}`;
    const payload = { email: 'ada@right.example' };
    expect((await service.call('PATCH', url, account.key, { payload })).statusCode).toBe(200);
    await judgeReferrals(worker);
    expect(await list.claim(id)).toMatchObject({ credited: false, verdict: 'ok', reasons: [] });
    await report(id, 'delivered');
    await hoursLater(list, 2);
    await judgeReferrals(worker);
    expect(await list.claim(id)).toMatchObject({ credited: true, state: 'approved' });
    expect(await list.credits()).toBe(1);
    const [claim] = await service.sql`SELECT email_domain FROM referral_claims WHERE signup_id = ${id}`;
    expect(claim).toEqual({ email_domain: 'right.example' });
    await report(id, 'bounced');
    expect(await list.claim(id)).toMatchObject({ credited: false, reasons: ['bounced'] });
  });

  test('keep it while the mode is monitor or off', async () => {
    const list = await judging({ mode: 'monitor' });
    const id = await list.refer('watched@real.example');
    await report(id, 'bounced');
    expect(await list.claim(id)).toMatchObject({ credited: true, verdict: 'withheld', reasons: ['bounced'] });
    const other = await judging();
    const kept = await other.refer('kept@real.example');
    await other.set({ mode: 'off' });
    await report(kept, 'bounced');
    expect(await other.claim(kept)).toMatchObject({ credited: true, verdict: 'ok' });
  });

  test('settle after their time if the mail was delivered, and nothing else speaks against them', async () => {
    const list = await judging({ velocity: { per_hour: 1, burst: 1 } });
    await list.refer('first@real.example');
    const [delivered, silent, bounced] = [
      await list.refer('delivered@d.example'),
      await list.refer('silent@s.example'),
      await list.refer('bounced@b.example'),
    ];
    await report(delivered, 'delivered');
    await report(bounced, 'delivered');
    await report(bounced, 'bounced');
    expect(await list.credits()).toBe(1);
    await hoursLater(list, 49);
    await judgeReferrals(worker);
    expect(await list.claim(delivered)).toMatchObject({
      credited: true,
      state: 'approved',
      settles_at: null,
    });
    expect(await list.claim(silent)).toMatchObject({ credited: false, state: 'open' });
    expect((await list.claim(silent)).settles_at).not.toBeNull(); // looked at again later
    expect(await list.claim(bounced)).toMatchObject({ credited: false, settles_at: null });
    expect(await list.credits()).toBe(2);
    expect(await eventsOf(delivered)).toEqual(['referral.withheld', 'referral.credited']);
    await report(delivered, 'bounced');
    expect(await list.claim(delivered)).toMatchObject({ credited: false, state: 'open' });
  });

  test('are looked at ever more rarely while their mail is not delivered, and after 30 days no more', async () => {
    const list = await judging({ velocity: { per_hour: 1, burst: 1 } });
    await list.refer('first@real.example');
    const id = await list.refer('silent@real.example');
    const waits: number[] = [];
    for (;;) {
      const { settles_at } = await list.claim(id);
      if (settles_at === null) break;
      waits.push(Math.round((Date.parse(settles_at) - Date.now()) / 3_600_000));
      // A second ago, as the column is rounded to milliseconds.
      await service.sql`
        UPDATE referral_claims
        SET created_at = created_at - (settles_at - past.at), settles_at = past.at
        FROM (SELECT statement_timestamp() - interval '1 second' AS at) past WHERE signup_id = ${id}`;
      await judgeReferrals(worker);
    }
    expect(waits).toEqual([48, 12, 15, 19, 23, 29, 37, 46, 57, 72, 89, 112, 140, 175]);
    expect(await list.claim(id)).toMatchObject({ credited: false, state: 'open' });
  });

  test('wait on while the list does not enforce, and are not looked at all the time', async () => {
    const list = await judging({ velocity: { per_hour: 1, burst: 1 } });
    await list.refer('first@real.example');
    const id = await list.refer('waiting@real.example');
    await list.set({ mode: 'off' });
    await hoursLater(list, 49);
    await judgeReferrals(worker);
    const { credited, settles_at } = await list.claim(id);
    expect(credited).toBe(false);
    expect(Date.parse(settles_at ?? '')).toBeGreaterThan(Date.now());
  });

  test('settle at once when the address is confirmed, unless there is a hard reason', async () => {
    const list = await judging({ velocity: { per_hour: 1, burst: 1 } });
    await service.call('PATCH', `${list.url}/settings`, account.key, {
      payload: { confirmation: { enabled: true } },
    });
    await list.refer('first@real.example');
    const [late, disposable] = [await list.refer('late@l.example'), await list.refer('bot@mailinator.com')];
    await worker.sendAll();
    for (const email of ['late@l.example', 'bot@mailinator.com']) {
      const [, token] = /\/c\/([\w-]{68})/.exec((await sink.mailsTo(email)).at(-1)?.html ?? '') ?? [];
      const answer = await service.call('POST', '/v1/confirmations', account.key, { payload: { token } });
      expect(answer.statusCode).toBe(200);
    }
    await judgeReferrals(worker);
    expect(await list.claim(late)).toMatchObject({ credited: true, state: 'approved' });
    expect(await list.claim(disposable)).toMatchObject({ credited: false, state: 'open' });
  });

  test('whose credit waits for the confirmation get it then, or lose it with the mail', async () => {
    const list = await judging();
    await service.call('PATCH', `${list.url}/settings`, account.key, {
      payload: { confirmation: { enabled: true, credit: 'on_confirm' } },
    });
    const [real, fake] = [await list.refer('real@r.example'), await list.refer('fake@f.example')];
    expect(await list.claim(real)).toMatchObject({ verdict: 'ok', credited: false });
    await worker.sendAll();
    const [, token] =
      /\/c\/([\w-]{68})/.exec((await sink.mailsTo('real@r.example')).at(-1)?.html ?? '') ?? [];
    await service.call('POST', '/v1/confirmations', account.key, { payload: { token } });
    expect(await list.claim(real)).toMatchObject({ credited: true });
    expect(await eventsOf(real)).toEqual(['referral.credited']);
    const [mail] = await service.sql`SELECT id FROM mails WHERE signup_id = ${fake}`;
    await report(mail?.id, 'bounced');
    expect(await list.claim(fake)).toMatchObject({ credited: false, verdict: 'withheld' });
    expect((await list.find('fake@f.example')).referred_by).toBeNull();
    expect(await list.credits()).toBe(1);
  });

  describe('at domains that are looked up', () => {
    let dns: DnsServer;
    beforeAll(async () => {
      dns = await startDnsServer({
        'a.root-servers.net': { a: '198.41.0.4' },
        'mail.example': { mx: ['mx.mail.example'] },
        'null.example': { mx: ['.'] },
        'plain.example': { a: '192.0.2.1' },
        'silent.example': 'silent',
      });
    });
    afterAll(() => dns.close());
    const never = new AbortController().signal;
    const lookUp = async () => {
      await lookUpDomains(worker.ctx, openMailResolver([dns.address]), never);
      await judgeReferrals(worker);
    };

    test('lose their credit where the domain takes no mail; each domain is asked once', async () => {
      await service.sql`UPDATE referral_claims SET asks_domain = false`;
      const list = await judging();
      const names = ['mail', 'null', 'plain', 'silent', 'gone'];
      const ids = await Promise.all(names.map((name) => list.refer(`ada@${name}.example`)));
      await list.refer('bob@mail.example');
      await list.refer('bob@gmail.com');
      await lookUp();
      const credited = await Promise.all(ids.map(async (id) => (await list.claim(id)).credited));
      expect(credited).toEqual([true, false, true, true, false]);
      expect((await list.claim(ids[4] ?? '')).reasons).toEqual(['no_mx']);
      expect(dns.asked.filter((name) => name === 'mail.example')).toHaveLength(1);
      expect(dns.asked).not.toContain('gmail.com');
      expect((await list.claim(await list.refer('eve@gone.example'))).reasons).toEqual(['no_mx']);
      const [{ asking } = {}] =
        await service.sql`SELECT count(*) AS asking FROM referral_claims WHERE asks_domain`;
      expect(asking).toBe(1); // the silent one
    });

    test('are not kept waiting by those whose domains nobody answers for', async () => {
      await service.sql`UPDATE referral_claims SET asks_domain = false`;
      const list = await judging();
      const mute = Array.from({ length: 100 }, (_, n) => `mute${n}.example`);
      for (const domain of mute) await list.refer(`ada@${domain}`);
      // Asked for just now.
      await service.sql`INSERT INTO mail_domains (domain) SELECT unnest(${mute}::text[])`;
      const id = await list.refer('ada@vanished.example');
      await lookUp();
      expect((await list.claim(id)).reasons).toContain('no_mx');
    });

    test('keep it where not even a name that surely exists is found', async () => {
      await service.sql`UPDATE referral_claims SET asks_domain = false`;
      dns.names.delete('a.root-servers.net');
      const list = await judging();
      const id = await list.refer('ada@unheard.example');
      await lookUp();
      expect(await list.claim(id)).toMatchObject({ credited: true, reasons: [] });
    });
  });

  test('lose the network after 30 days', async () => {
    const list = await judging();
    const ids = [
      await list.refer('a@a.example', { client_ip: '1.1.1.1' }),
      await list.refer('b@b.example', { client_ip: '1.1.1.2' }),
    ];
    await service.sql`UPDATE referral_claims SET created_at = created_at - interval '31 days' WHERE signup_id = ${ids[0] ?? ''}`;
    await forgetTraces(worker.ctx);
    const rows = await service.sql<{ signup_id: string }[]>`
      SELECT signup_id FROM referral_claims WHERE net_mac IS NOT NULL AND waitlist_id = ${list.id}`;
    expect(rows.map(({ signup_id }) => signup_id)).toEqual([ids[1]]);
  });

  test('that are gone with their referrer release the mail that they held', async () => {
    const list = await judging({ hold_email: true });
    const id = await list.refer('held@mailinator.com');
    expect(await service.pendingJobs('send-signup-email')).not.toContain(id);
    await list.remove(list.referrer.id);
    await worker.run('clear-referrals', { id: list.referrer.id, accountId: account.accountId });
    expect(await service.pendingJobs('send-signup-email')).toContain(id);
  });

  test('go with their waitlist, and with a referrer of many', async () => {
    const list = await judging();
    await list.refer('bot@mailinator.com');
    await list.remove(list.referrer.id);
    await worker.run('clear-referrals', { id: list.referrer.id, accountId: account.accountId });
    const left = () => service.sql`
      SELECT signup_id FROM referral_claims WHERE waitlist_id = ${list.id} UNION ALL
      SELECT referrer_id FROM referral_claim_counts WHERE waitlist_id = ${list.id}`;
    expect([...(await left())]).toEqual([]);
    const other = await judging();
    await other.refer('bot@mailinator.com');
    await service.call('DELETE', other.url, account.key);
    await worker.run('purge-waitlist', { id: other.id, accountId: account.accountId });
    const rest = await service.sql`SELECT signup_id FROM referral_claims WHERE waitlist_id = ${other.id}`;
    expect([...rest]).toEqual([]);
  });
});
