import { afterAll, beforeAll, expect, test } from 'vitest';
import { setEmailProvider } from '../../../src/shared/mail/settings/set-email-provider.ts';
import { sendSignupEmail } from '../../../src/workers/jobs/mail/send-signup-email.ts';
import { claimingRunner } from '../../../src/workers/runner/job-runner.ts';
import { inSteps } from '../../../src/workers/runner/job-steps.ts';
import { type FakeResend, resendKey, startFakeResend } from '../../support/fakes/resend.ts';
import { type MailSink, startMailSink } from '../../support/mail-sink.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';

let resend: FakeResend;
let sink: MailSink;
let worker: TestWorker;
const env: NodeJS.ProcessEnv = {};
const service = useService(env, async () => {
  resend = await startFakeResend();
  Object.assign(env, { RESEND_API_URL: resend.url });
});

beforeAll(async () => {
  sink = await startMailSink();
  worker = openTestWorker(service);
});
afterAll(async () => {
  await worker.close();
  await sink.close();
  await resend.close();
});

const useResend = (accountId: string) =>
  setEmailProvider(service.ctx, accountId, {
    type: 'resend',
    from: 'New <new@acme.test>',
    config: { api_key: resendKey },
    skipVerify: false,
  });
const useMailServer = (accountId: string) =>
  setEmailProvider(service.ctx, accountId, {
    type: 'smtp',
    from: 'Old <old@old.test>',
    config: { host: '127.0.0.1', port: Number(new URL(sink.url).port) },
    skipVerify: false,
  });

/** An account with a provider, and a signup whose mail is pending. */
async function pendingEmail(email: string, use: typeof useResend) {
  const account = await service.account();
  await use(account.accountId);
  const waitlist = await service.waitlist(account);
  const { id } = (await service.signUp(account, waitlist, { email })).json();
  return { ...account, id: String(id) };
}

async function sendAgain(id: string): Promise<void> {
  await service.sql`UPDATE outbox SET due_at = clock_timestamp() - interval '1 second' WHERE id = ${id}`;
  await worker.send(id);
}
const mailOf = async (id: string) =>
  (await service.sql`SELECT state, provider, ambiguous FROM mails WHERE id = ${id}`)[0];

test('a mail that one provider took without an answer is not sent with another one (C6.5)', async () => {
  const { accountId, id } = await pendingEmail('taken@example.com', useResend);
  resend.next({ drop: true });
  await worker.send(id);
  expect(resend.mails.size).toBe(1); // it did leave
  // It shows nothing of the first request.
  resend.next({ status: 429, body: { name: 'rate_limit_exceeded' } });
  await sendAgain(id);
  await useMailServer(accountId);
  await sendAgain(id);
  expect(sink.received.get('taken@example.com')).toBeUndefined();
  expect(await mailOf(id)).toEqual({ state: 'sent', provider: 'resend', ambiguous: true });
});

test('a mail that one provider asked to wait is sent with another one (C6.6)', async () => {
  const { accountId, id } = await pendingEmail('waiting@example.com', useResend);
  resend.next({ status: 429, body: { name: 'rate_limit_exceeded' } });
  await worker.send(id);
  await useMailServer(accountId);
  await sendAgain(id);
  expect(sink.received.get('waiting@example.com')).toBe(1);
  expect(await mailOf(id)).toEqual({ state: 'sent', provider: 'smtp', ambiguous: false });
});

test('a mail that was made for one provider is not handed to another one, but made anew (C6.2)', async () => {
  const { accountId, id } = await pendingEmail('between@example.com', useMailServer);
  const start: typeof sendSignupEmail.start = async (ctx, jobs) => {
    const started = await sendSignupEmail.start(ctx, jobs);
    await useResend(accountId);
    return started;
  };
  const processor = inSteps(worker.ctx, { ...sendSignupEmail, start });
  const runner = claimingRunner(worker.ctx, 'send-signup-email', processor);
  expect(await runner.run({ id, accountId })).toBe(true);
  await runner.stop();
  await sendAgain(id);
  expect(await mailOf(id)).toEqual({ state: 'sent', provider: 'resend', ambiguous: false });
  expect([...resend.mails.values()].find(({ to }) => String(to) === 'between@example.com')).toMatchObject({
    from: 'New <new@acme.test>',
  });
});
