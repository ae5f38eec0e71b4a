import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmailStatus, rankOf } from '../../../src/shared/list/mail-state/status.ts';
import { storeEmailEvents } from '../../../src/shared/mail/mail-events/event-queries.ts';
import { reopenRefusedEmails } from '../../../src/shared/mail/resending/refused-queries.ts';
import { finishEmails } from '../../../src/shared/mail/sending/outcome-queries.ts';
import { newId, platformAccountId } from '../../../src/shared/platform/ids.ts';
import { statement, transaction } from '../../../src/shared/platform/postgres/transaction.ts';
import { claimByIds } from '../../support/keys.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';

const service = useService();
let worker: TestWorker;
beforeAll(() => {
  worker = openTestWorker(service);
});
afterAll(() => worker.close());

/** A signup that has been mailed, and an invitation to it: a mail of a kind that stamps no signup. */
async function invited(mail: Record<string, unknown> = {}) {
  const account = await service.account();
  const waitlist = await service.waitlist(account);
  const signup = (await service.signUp(account, waitlist, { email: 'ada@example.com' })).json().id;
  await service.sql`UPDATE mails SET state = 'sent', route = 'managed', provider = 'resend' WHERE id = ${signup}`;
  await service.sql`DELETE FROM outbox WHERE id = ${signup}`;
  const invitation = newId();
  await service.sql`
    INSERT INTO mails ${service.sql({ account_id: account.accountId, id: invitation, kind: 'invite', signup_id: signup, route: 'managed', provider: 'resend', ...mail } as Record<string, string>)}`;
  return { account, waitlist, signup, invitation };
}

const statusOf = async (id: string) =>
  (
    await service.sql`SELECT state, status, delivered_at, opened_at, clicked_at FROM mails WHERE id = ${id}`
  )[0];
const signupOf = async (id: string) =>
  (
    await service.sql`SELECT email_status, email_delivered_at, email_opened_at FROM signups WHERE id = ${id}`
  )[0];
const countsOf = async (list: string) =>
  (
    await service.sql`SELECT sent, delivered, opened, clicked FROM signup_email_counts WHERE waitlist_id = ${list}`
  )[0];
const nothing = { email_status: 0, email_delivered_at: null, email_opened_at: null };
const none = { sent: 0, delivered: 0, opened: 0, clicked: 0 };

async function report(id: string, status: EmailStatus, at: string): Promise<void> {
  const event = {
    ...{ id: newId(), event_id: newId(), nonce: null, status_rank: rankOf(status), occurred_at: at },
    ...{ provider_message_id: null, signup_id: id },
  };
  const origin = { account_id: platformAccountId, provider: 'resend' };
  await statement(service.sql, (tx) => storeEmailEvents(tx, origin, [event]));
  await worker.applyEvents();
}

test('events of a mail of another kind stamp that mail, by the rules of all stamps, and no signup (§3.1, §6.2)', async () => {
  const { signup, invitation, waitlist } = await invited({
    state: 'sent',
    sent_at: new Date().toISOString(),
  });
  const now = Date.now();
  const [earlier, later] = [now + 1_000, now + 60_000].map((at) => new Date(at).toISOString());
  await report(invitation, 'opened', later ?? '');
  await report(invitation, 'delivered', later ?? '');
  await report(invitation, 'opened', earlier ?? '');
  await report(invitation, 'sent', earlier ?? '');
  expect(await statusOf(invitation)).toEqual({
    state: 'sent',
    status: rankOf('opened'),
    delivered_at: later,
    opened_at: earlier,
    clicked_at: null,
  });
  expect(await signupOf(signup)).toEqual(nothing);
  expect(await countsOf(waitlist)).toEqual(none);
  expect(await service.pendingJobs('fan-out-event')).toEqual([]);
  await report(invitation, 'clicked', '1999-01-01T00:00:00.000Z'); // cannot be: counts as now
  const { clicked_at } = (await statusOf(invitation)) as { clicked_at: string };
  expect(Date.parse(clicked_at)).toBeGreaterThanOrEqual(now - 60_000);
});

test('events of a signup’s own mail stamp the signup, and leave the mail’s status alone (§6.2)', async () => {
  const { signup, invitation } = await invited({ state: 'sent' });
  await report(signup, 'delivered', new Date().toISOString());
  expect(await signupOf(signup)).toMatchObject({ email_status: rankOf('delivered') });
  expect(await statusOf(signup)).toMatchObject({ status: 0, delivered_at: null });
  expect(await statusOf(invitation)).toMatchObject({ status: 0, delivered_at: null });
});

test('how a mail of another kind ends is its own status, until it is sent again (§3.1)', async () => {
  const { account, signup, invitation, waitlist } = await invited({ state: 'sending' });
  const { accountId } = account;
  await service.sql`INSERT INTO outbox (account_id, job, id) VALUES (${accountId}, 'send-signup-email', ${invitation})`;
  const job = (await claimByIds(service.sql, 'send-signup-email', [invitation])).get(invitation);
  const outcome = {
    ...{
      account_id: accountId,
      id: invitation,
      kind: 'invite' as const,
      signup_id: signup,
      lease_token: job?.leaseToken ?? '',
      state: 'failed' as const,
    },
    ...{ status_rank: rankOf('failed'), ambiguous: false, message_id: '<m@example.com>' },
    ...{ provider_message_id: null, error: 'Busy.', retries_exhausted: true },
  };
  const { finished } = await transaction(service.sql, (tx) => finishEmails(tx, [outcome]));
  expect([...finished]).toEqual([invitation]);
  expect(await statusOf(invitation)).toMatchObject({ state: 'failed', status: rankOf('failed') });
  expect(await signupOf(signup)).toEqual(nothing);
  expect(await countsOf(waitlist)).toEqual(none);
  expect(await transaction(service.sql, (tx) => reopenRefusedEmails(tx, accountId, [invitation]))).toEqual([
    invitation,
  ]);
  expect(await statusOf(invitation)).toMatchObject({ state: 'queued', status: 0 });
  await service.sql`DELETE FROM outbox WHERE id = ${invitation}`;
});

test('a signup’s deletion deletes its mails of every kind, with their reservations (§4.3)', async () => {
  const { account, signup, invitation, waitlist } = await invited({ reserved_month: '2026-05-01' });
  const other = await invited();
  await service.sql`INSERT INTO email_usage VALUES (${account.accountId}, '2026-05-01', 3)`;
  await service.call('DELETE', `/v1/waitlists/${waitlist}/signups/${signup}`, account.key);
  expect(await service.sql`SELECT id FROM mails WHERE id IN (${signup}, ${invitation})`).toEqual([]);
  expect(await service.sql`SELECT reserved FROM email_usage WHERE account_id = ${account.accountId}`).toEqual(
    [{ reserved: 2 }],
  );
  expect(
    await service.sql`SELECT id FROM mails WHERE id IN (${other.signup}, ${other.invitation})`,
  ).toHaveLength(2);
});
