import { afterAll, beforeAll, expect, test } from 'vitest';
import { setEmailProvider } from '../../../src/shared/mail/settings/set-email-provider.ts';
import { type FakeResend, resendKey, startFakeResend } from '../../support/fakes/resend.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';

let resend: FakeResend;
let worker: TestWorker;
const env: NodeJS.ProcessEnv = {};
const service = useService(env, async () => {
  resend = await startFakeResend();
  Object.assign(env, {
    RESEND_API_URL: resend.url,
    MANAGED_EMAIL_URL: `resend://${resendKey}`,
    MANAGED_EMAIL_FROM: 'Acme <hello@acme.test>',
  });
});
beforeAll(() => {
  worker = openTestWorker(service);
});
afterAll(async () => {
  await worker.close();
  await resend.close();
});

/** A signup whose mail is pending, over the account's own provider or the service's. */
async function pendingEmail(email: string, { own = true } = {}) {
  const account = await service.account({ plan: 'launch' });
  if (own)
    await setEmailProvider(service.ctx, account.accountId, {
      type: 'resend',
      from: 'Acme <own@acme.test>',
      config: { api_key: resendKey },
      skipVerify: true,
    });
  const waitlist = await service.waitlist(account);
  const { id } = (await service.signUp(account, waitlist, { email })).json();
  return { ...account, id: String(id) };
}
async function sendAgain(id: string): Promise<void> {
  // As if no other mail had failed meanwhile: these failures are the mail's own.
  await service.sql`DELETE FROM email_throttles`;
  await service.sql`UPDATE outbox SET due_at = clock_timestamp() - interval '1 second' WHERE id = ${id}`;
  await worker.send(id);
}
const mailOf = async (id: string) =>
  (await service.sql`SELECT state, ambiguous, retries_exhausted FROM mails WHERE id = ${id}`)[0];
const mailsTo = (email: string) => [...resend.mails.values()].filter(({ to }) => String(to) === email);
const mayHaveLeft = { state: 'sent', ambiguous: true, retries_exhausted: false };

const badKey = { status: 401, body: { name: 'validation_error', message: 'API key is invalid' } };
const badRecipient = { status: 422, body: { name: 'validation_error', message: 'Invalid `to` field.' } };

test.each([
  { why: 'the key', refusal: badKey },
  { why: 'the recipient', refusal: badRecipient },
])(
  'a mail whose answer was lost and that is refused for $why then is recorded as sent (C6.5)',
  async ({ why, refusal }) => {
    const email = `lost.${why.replace(' ', '.')}@example.com`;
    const { id } = await pendingEmail(email);
    resend.next({ drop: true }, refusal);
    await worker.send(id);
    await sendAgain(id);
    expect(mailsTo(email)).toHaveLength(1);
    expect(await mailOf(id)).toEqual(mayHaveLeft);
  },
);

test('a mail whose fifth attempt may have left is recorded as sent, and so is one whose fifth did not, behind one that may (C6.5)', async () => {
  const { id: never } = await pendingEmail('never.answered@example.com');
  const { id: once } = await pendingEmail('once.unanswered@example.com');
  resend.next(...Array.from({ length: 5 }, () => ({ drop: true })));
  for (let attempt = 1; attempt <= 5; attempt++) await sendAgain(never);
  resend.next({ drop: true }, ...Array.from({ length: 4 }, () => ({ status: 503 })));
  for (let attempt = 1; attempt <= 5; attempt++) await sendAgain(once);
  expect(await mailOf(never)).toEqual(mayHaveLeft);
  expect(await mailOf(once)).toEqual(mayHaveLeft);
});

test('a mail that may have left keeps its reservation, one that was refused for good does not (C6.4)', async () => {
  const placesOf = async ({ accountId }: { accountId: string }) =>
    (await service.sql`SELECT reserved FROM email_usage WHERE account_id = ${accountId}`)[0]?.reserved;
  const lost = await pendingEmail('lost.answer@example.com', { own: false });
  resend.next({ drop: true }, badKey);
  await worker.send(lost.id);
  await sendAgain(lost.id);
  expect(await mailOf(lost.id)).toEqual(mayHaveLeft);
  expect(await placesOf(lost)).toBe(1);
  const refused = await pendingEmail('refused.mail@example.com', { own: false });
  resend.next(badKey);
  await worker.send(refused.id);
  expect(await mailOf(refused.id)).toEqual({
    state: 'config_error',
    ambiguous: false,
    retries_exhausted: false,
  });
  expect(await placesOf(refused)).toBe(0);
});
