import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setEmailTemplate } from '../../src/shared/mail/templates/set-email-template.ts';
import { insertReadyImport } from '../support/imports/imports.ts';
import { makeList, type TestList } from '../support/list.ts';
import { startMailSink } from '../support/mail-sink.ts';
import { useService } from '../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../support/service/worker.ts';

const service = useService();
let worker: TestWorker;

beforeAll(() => {
  worker = openTestWorker(service);
});
afterAll(() => worker.close());

async function purge({ run }: TestWorker, { id, account }: TestList): Promise<void> {
  const isDue = await run('purge-waitlist', { id, accountId: account.accountId });
  if (!isDue) throw new Error('The job is not due');
}

test('a purge whose worker is to end leaves the rest to another one, at once (C9.6)', async () => {
  const list = await makeList(service);
  await list.fill(6_000);
  await service.sql`
    INSERT INTO signup_daily SELECT ${list.account.accountId}, ${list.id}, '2026-01-01', 'source ' || n, 1 FROM generate_series(1, 11000) n`;
  await service.sql`
    INSERT INTO signup_domains SELECT ${list.account.accountId}, ${list.id}, n || '.example.com', 1 FROM generate_series(1, 6000) n`;
  await service.call('DELETE', list.url, list.account.key);
  const left = async () => {
    const [row] = await service.sql<[{ signups: number; days: number; domains: number }]>`
      SELECT (SELECT count(*) FROM signups WHERE waitlist_id = ${list.id})::integer AS signups,
             (SELECT count(*) FROM signup_daily WHERE waitlist_id = ${list.id} AND source LIKE 'source %')::integer AS days,
             (SELECT count(*) FROM signup_domains WHERE waitlist_id = ${list.id})::integer AS domains`;
    return Object.values(row);
  };

  worker.stop();
  await purge(worker, list);
  const [signups, days, domains] = await left();
  expect([signups, domains]).toEqual([1_000, 1_000]);
  expect(days).toBeGreaterThanOrEqual(6_000);
  await purge(worker, list);
  await purge(worker, list);
  await purge(worker, list);
  expect(await left()).toEqual([0, 0, 0]);
});

test('behind the last purge no table holds a row of the list, and others have all of theirs (§4.2, C2.5)', async () => {
  const sink = await startMailSink();
  const mailing = openTestWorker(service, { MANAGED_EMAIL_URL: sink.url });
  /** A list with something in every table. */
  const fullList = async () => {
    const list = await makeList(service);
    await list.field('note', 'string');
    await setEmailTemplate(service.ctx, list.account, list.id, 'signup', {
      subject: 'Hello',
      html: '<p>{{note}}</p>',
    });
    const sent = await list.add({
      email: 'sent@example.com',
      referrer: 'https://example.org/',
      utm_campaign: 'launch',
    });
    await mailing.send(sent.id);
    const pending = await list.add({ email: 'pending@example.com' });
    await service.sql`INSERT INTO waitlist_settings VALUES (${list.account.accountId}, ${list.id}, '{}')`;
    await service.sql`INSERT INTO forms (account_id, waitlist_id, id) VALUES (${list.account.accountId}, ${list.id}, ${list.id})`;
    await service.sql`
      INSERT INTO brand_logos (account_id, waitlist_id, hash, type, width, height, bytes)
      VALUES (${list.account.accountId}, ${list.id}, ${list.id}, 'image/png', 1, 1, '\\x01')`;
    await service.sql`
      INSERT INTO waitlist_pages (name, account_id, waitlist_id)
      VALUES (${list.id}, ${list.account.accountId}, ${list.id})`;
    await service.sql`
      INSERT INTO segments (account_id, waitlist_id, id, name, filter)
      VALUES (${list.account.accountId}, ${list.id}, gen_random_uuid(), 'Own', '{}')`;
    await service.sql`
      INSERT INTO statistics_links (account_id, waitlist_id, id, token_hash)
      VALUES (${list.account.accountId}, ${list.id}, gen_random_uuid(), ${Buffer.from(list.id)})`;
    await service.sql`INSERT INTO link_epochs VALUES (${list.account.accountId}, ${list.id}, 'status', 1)`;
    await service.sql`
      INSERT INTO selections (account_id, id, waitlist_id, action, total, created_by)
      VALUES (${list.account.accountId}, gen_random_uuid(), ${list.id}, 'delete', 1, 'ada@example.com')`;
    await service.sql`
      INSERT INTO suppressions (account_id, id, waitlist_id, email_mac, reason)
      VALUES (${list.account.accountId}, gen_random_uuid(), ${list.id}, '\\x01', 'unsubscribed')`;
    await service.sql`INSERT INTO removed_referrers VALUES (${list.account.accountId}, ${list.id}, gen_random_uuid())`;
    await service.sql`
      INSERT INTO referral_claims (account_id, signup_id, waitlist_id, referrer_id, email_domain, verdict, state, is_hard, credited, asks_domain, created_at)
      VALUES (${list.account.accountId}, gen_random_uuid(), ${list.id}, gen_random_uuid(), 'example.com', 'ok', 'open', false, false, false, now())`;
    await service.sql`
      INSERT INTO referral_claim_counts (account_id, referrer_id, waitlist_id)
      VALUES (${list.account.accountId}, gen_random_uuid(), ${list.id})`;
    await service.sql`
      INSERT INTO reward_grants (account_id, signup_id, at, waitlist_id, key, referral_count)
      VALUES (${list.account.accountId}, ${sent.id}, 1, ${list.id}, 'one', 1)`;
    await service.sql`INSERT INTO reward_passes VALUES (${list.account.accountId}, ${list.id}, 1, 1)`;
    await service.sql`
      INSERT INTO waves (account_id, id, waitlist_id, size, member_order, filter, expires_in_days, deliver)
      VALUES (${list.account.accountId}, gen_random_uuid(), ${list.id}, 1, 'position', '{}', 1, 'link')`;
    const announcement = randomUUID();
    await service.sql`
      INSERT INTO announcements (account_id, id, waitlist_id, name, state, subject, html)
      VALUES (${list.account.accountId}, ${announcement}, ${list.id}, 'News', 'sending', 'News', 'News')`;
    await service.sql`
      INSERT INTO announcement_parts (account_id, announcement_id, part, signup_ids)
      SELECT ${list.account.accountId}, ${announcement}, part, ARRAY[gen_random_uuid()] FROM generate_series(1, 3) part`;
    await service.sql`
      INSERT INTO announcement_members (account_id, announcement_id, signup_id, id)
      VALUES (${list.account.accountId}, ${announcement}, ${sent.id}, gen_random_uuid())`;
    await service.sql`
      INSERT INTO invitations (account_id, id, waitlist_id, signup_id, deliver, token_hash, valid_days, expires_at)
      VALUES (${list.account.accountId}, gen_random_uuid(), ${list.id}, gen_random_uuid(), 'link', '\\x01', 1, now())`;
    await service.sql`
      INSERT INTO conversions (account_id, signup_id, waitlist_id) VALUES (${list.account.accountId}, gen_random_uuid(), ${list.id})`;
    await service.sql`
      INSERT INTO referral_aliases VALUES (${list.account.accountId}, ${list.id}, 'AB12CD', gen_random_uuid())`;
    await insertReadyImport(service.sql, list.account.accountId, list.id);
    return { ...list, rows: () => countRows(list.id, [sent.id, pending.id], announcement) };
  };
  const [gone, kept] = [await fullList(), await fullList()];
  const full = {
    announcement_members: 1,
    announcement_parts: 3,
    announcements: 1,
    brand_logos: 1,
    conversions: 1,
    field_definitions: 1,
    invitations: 1,
    forms: 1,
    imports: 1,
    link_epochs: 1,
    mail_templates: 1,
    mails: 2,
    outbox: 1,
    referral_aliases: 1,
    referral_claim_counts: 1,
    referral_claims: 1,
    removed_referrers: 1,
    reward_grants: 1,
    reward_passes: 1,
    segments: 1,
    selections: 1,
    signup_campaigns: 1,
    signup_daily: 1,
    signup_domains: 1,
    signup_email_counts: 1,
    signups: 2,
    statistics_links: 1,
    suppressions: 1,
    waitlist_counters: 1,
    waitlist_pages: 1,
    waitlist_settings: 1,
    waitlists: 1,
    waves: 1,
  };
  expect(await gone.rows()).toEqual(full);
  await service.call('DELETE', gone.url, gone.account.key);
  await purge(mailing, gone);
  expect(await gone.rows()).toEqual(Object.fromEntries(Object.keys(full).map((table) => [table, 0])));
  expect(await kept.rows()).toEqual(full);
  await mailing.close();
  await sink.close();
});

/**
 * How many rows each table has of a waitlist, or of these signups on it. A table that comes to hold waitlists
 * is among them.
 */
async function countRows(
  waitlistId: string,
  signupIds: string[],
  announcementId: string,
): Promise<Record<string, number>> {
  const keyed = await service.sql<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND column_name = 'waitlist_id'`;
  const counts = keyed.map(
    ({ name }) => service.sql`
    SELECT ${name}::text AS name, count(*) FROM ${service.sql(name)} WHERE waitlist_id = ${waitlistId}`,
  );
  const others = service.sql`
    SELECT 'waitlists' AS name, count(*) FROM waitlists WHERE id = ${waitlistId} UNION ALL
    SELECT 'announcement_parts', count(*) FROM announcement_parts WHERE announcement_id = ${announcementId} UNION ALL
    SELECT 'announcement_members', count(*) FROM announcement_members WHERE announcement_id = ${announcementId} UNION ALL
    SELECT 'mails', count(*) FROM mails WHERE id = ANY(${signupIds}::uuid[]) UNION ALL
    SELECT 'outbox', count(*) FROM outbox WHERE id = ANY(${[waitlistId, ...signupIds]}::uuid[])`;
  const rows = (await Promise.all([...counts, others])).flat();
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}
