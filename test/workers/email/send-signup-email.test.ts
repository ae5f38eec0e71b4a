import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { markWaitlistDeleted } from '../../../src/shared/list/waitlists/queries.ts';
import { finishEmails } from '../../../src/shared/mail/sending/outcome-queries.ts';
import { setEmailProvider } from '../../../src/shared/mail/settings/set-email-provider.ts';
import { setEmailTemplate } from '../../../src/shared/mail/templates/set-email-template.ts';
import { newId } from '../../../src/shared/platform/ids.ts';
import { claimByIds } from '../../support/keys.ts';
import { startMailSink } from '../../support/mail-sink.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';
import { unhurried } from '../../support/values/unhurried.ts';

const service = useService();
const opened: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/** A worker that mails through the given server. */
function workerFor(smtpUrl: string, env: NodeJS.ProcessEnv = {}): TestWorker {
  const worker = openTestWorker(service, { ...env, MANAGED_EMAIL_URL: smtpUrl });
  opened.push(() => worker.close());
  return worker;
}

async function sink(options?: Parameters<typeof startMailSink>[0]) {
  const mails = await startMailSink(options);
  opened.push(() => mails.close());
  return mails;
}

/** A signup whose email is pending, and its id. */
async function pendingSignup(email: string, body: Record<string, unknown> = {}) {
  const account = await service.account();
  const waitlist = await service.waitlist(account, { name: `Rockets & "Co" ${email}` });
  const signup = (await service.signUp(account, waitlist, { email, ...body })).json();
  return { account, waitlist, ...signup };
}

async function statusOf(signup: { account: { key: string }; waitlist: string; id: string }) {
  const list = await service.call('GET', `/v1/waitlists/${signup.waitlist}/signups`, signup.account.key);
  return list.json().data.find(({ id }: { id: string }) => id === signup.id)?.email_status;
}

const makeDue = (signupId: string) =>
  service.sql`UPDATE outbox SET due_at = clock_timestamp() - interval '1 second' WHERE id = ${signupId}`;

describe('a signup email', () => {
  test('is sent once, with position, total and code, and the signup reads sent (§1 rule 5, §2.6, C6.1)', async () => {
    const mails = await sink();
    const worker = workerFor(mails.url);
    const signup = await pendingSignup('ada@example.com');
    expect(await statusOf(signup)).toBeNull();
    await worker.send(signup.id);
    await worker.send(signup.id);
    expect(await statusOf(signup)).toBe('sent');
    expect(await service.pendingJobs('send-signup-email')).toEqual([]);
    const [mail, ...others] = await mails.mailsTo('ada@example.com');
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('You’re #1 on the Rockets & "Co" ada@example.com waitlist');
    expect(mail?.html).toContain('Rockets &amp; &quot;Co&quot; ada@example.com');
    expect(mail?.text).toContain(signup.referral_code);
    expect(mail?.text).toContain('#1');
    expect(mail?.from).toMatchObject({ address: 'test@example.com', name: 'Test' });
    expect(mail?.to).toEqual([{ address: 'ada@example.com', name: '' }]);
    expect(mail?.messageId).toBe(`<signup-${signup.id}@example.com>`);
    expect(mail?.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
  });

  test('holds the links of its signup where the list has them, and else none (N1)', async () => {
    const mails = await sink();
    const worker = workerFor(mails.url);
    const { account, waitlist, ...first } = await pendingSignup('no-links@example.com');
    const setLinks = (links: object) =>
      service.call('PATCH', `/v1/waitlists/${waitlist}/settings`, account.key, { payload: { links } });
    await setLinks({ status_page: true });
    await worker.send(first.id);
    const [plain] = await mails.mailsTo('no-links@example.com');
    const links = `${plain?.html}${plain?.text}`.match(/https?:[^"\]]*/g) ?? [];
    expect(links.filter((link) => !/\/u\/[\w-]{68}$/.test(link))).toEqual([]);

    await setLinks({ site_url: 'https://acme.test/?a=1&b=2' });
    const second = (await service.signUp(account, waitlist, { email: 'links@example.com' })).json();
    await worker.send(second.id);
    const link = `https://acme.test/?a=1&b=2&ref=${second.referral_code}`;
    const [mail] = await mails.mailsTo('links@example.com');
    expect(mail?.html).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
    expect(mail?.text).toContain(`[${link}]`);

    const template = {
      subject: '{{links.referral|none}}',
      html: '<p>{{links.status}} {{links.referral}}</p>',
    };
    await setEmailTemplate(service.ctx, account, waitlist, 'signup', template);
    const third = (await service.signUp(account, waitlist, { email: 'own@example.com' })).json();
    await worker.send(third.id);
    const [own] = await mails.mailsTo('own@example.com');
    expect(own?.subject).toBe(`https://acme.test/?a=1&b=2&ref=${third.referral_code}`);
    const token = /\/s\/([\w-]+) https:/.exec(own?.text ?? '')?.[1];
    const status = await service.call('GET', '/v1/public/status', undefined, {
      headers: { authorization: `Status ${token}` },
    });
    expect(status.json()).toMatchObject({ position: 3, referral_code: third.referral_code });
  });

  test('counts as sent in the statistics, and no more once the signup is deleted (§2.7, C4.6, C4.10)', async () => {
    const mails = await sink();
    const signup = await pendingSignup('count@example.com');
    const engagement = async () =>
      (await service.call('GET', `/v1/waitlists/${signup.waitlist}/stats`, signup.account.key)).json()
        .email_engagement;
    expect(await engagement()).toEqual({
      emails_sent: 0,
      delivery_rate: null,
      open_rate: null,
      click_rate: null,
    });
    await workerFor(mails.url).send(signup.id);
    expect(await engagement()).toEqual({ emails_sent: 1, delivery_rate: 0, open_rate: 0, click_rate: 0 });
    await service.call('DELETE', `/v1/waitlists/${signup.waitlist}/signups/${signup.id}`, signup.account.key);
    expect(await engagement()).toEqual({
      emails_sent: 0,
      delivery_rate: null,
      open_rate: null,
      click_rate: null,
    });
  });

  test('is not enqueued on a repeated signup, nor on a free account without a provider (§1 rule 3, C6.2)', async () => {
    const free = await service.account({ plan: 'free' });
    const list = await service.waitlist(free);
    const unmailed = (await service.signUp(free, list, { email: 'free@example.com' })).json();
    const signup = await pendingSignup('once@example.com');
    await service.signUp(signup.account, signup.waitlist, { email: 'ONCE@example.com' });
    const pending = await service.pendingJobs('send-signup-email');
    expect(pending).toContain(signup.id);
    expect(pending).not.toContain(unmailed.id);
    expect(pending.filter((id) => id === signup.id)).toHaveLength(1);
  });

  test('of a signup that is deleted before it is sent is never sent (C3.6)', async () => {
    const mails = await sink();
    const signup = await pendingSignup('gone@example.com');
    await service.call('DELETE', `/v1/waitlists/${signup.waitlist}/signups/${signup.id}`, signup.account.key);
    await workerFor(mails.url).send(signup.id);
    expect(mails.received.size).toBe(0);
    expect(await service.sql`SELECT 1 FROM mails WHERE id = ${signup.id}`).toHaveLength(0);
  });

  test('of a waitlist that is deleted before it is sent is never sent (§4.2)', async () => {
    const mails = await sink();
    const signup = await pendingSignup('list-gone@example.com');
    await service.call('DELETE', `/v1/waitlists/${signup.waitlist}`, signup.account.key);
    await workerFor(mails.url).send(signup.id);
    expect(mails.received.size).toBe(0);
  });

  test('of a waitlist that is being deleted as it is started waits for that, and is never sent (§4.2)', async () => {
    const mails = await sink();
    const signup = await pendingSignup('list-going@example.com');
    let running: Promise<void> | undefined;
    await service.sql.begin(async (tx) => {
      await markWaitlistDeleted(tx, signup.account.accountId, signup.waitlist);
      running = workerFor(mails.url).send(signup.id);
      const waiting = () =>
        service.sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await expect.poll(waiting).toHaveLength(1);
    });
    await running;
    expect(mails.received.size).toBe(0);
  });

  test('to a recipient that the server refuses fails for good (C6.6)', async () => {
    const mails = await sink({
      refuse: (address) => (address.startsWith('nobody') ? '550 No such user' : undefined),
    });
    const signup = await pendingSignup('nobody@example.com');
    await workerFor(mails.url).send(signup.id);
    expect(await statusOf(signup)).toBe('failed');
    expect(await service.pendingJobs('send-signup-email')).not.toContain(signup.id);
  });

  test('that the server asks to wait is sent again, five times at most (C6.6)', async () => {
    let refusals = 0;
    const mails = await sink({ refuse: () => (refusals++ < 2 ? '451 Try again later' : undefined) });
    const worker = workerFor(mails.url);
    const signup = await pendingSignup('later@example.com');
    await worker.send(signup.id);
    expect(await statusOf(signup)).toBeNull();
    const [{ wait } = { wait: 0 }] = await service.sql<{ wait: number }[]>`
      SELECT extract(epoch FROM due_at - clock_timestamp())::float AS wait FROM outbox WHERE id = ${signup.id}`;
    expect(wait).toBeGreaterThan(20);
    await makeDue(signup.id);
    await worker.send(signup.id);
    await makeDue(signup.id);
    await worker.send(signup.id);
    expect(await statusOf(signup)).toBe('sent');
    expect(mails.received.get('later@example.com')).toBe(1);

    refusals = Number.NEGATIVE_INFINITY;
    const never = await pendingSignup('never@example.com');
    for (let attempt = 1; attempt <= 5; attempt++) {
      expect(await statusOf(never)).toBeNull();
      await makeDue(never.id);
      await worker.send(never.id);
    }
    expect(await statusOf(never)).toBe('failed');
  });

  test('has five attempts where it alone is refused for now: what fails before it gets there is none of them, and the four waits grow (C6.6)', async () => {
    let refusals = 0;
    const resend = createHttpServer((_, response) => {
      refusals += 1;
      response.writeHead(408).end();
    });
    resend.listen(0, '127.0.0.1');
    await once(resend, 'listening');
    opened.push(() => new Promise((resolve) => resend.close(resolve)));
    const signup = await pendingSignup('five@example.com');
    await setEmailProvider(service.ctx, signup.account.accountId, {
      type: 'resend',
      from: 'Acme <hi@acme.test>',
      config: { api_key: 're_key' },
      skipVerify: true,
    });
    const { port } = resend.address() as AddressInfo;
    const env = { ...service.env, RESEND_API_URL: `http://127.0.0.1:${port}` };
    const withoutKey = workerFor('smtp://127.0.0.1:1', { ...env, ENCRYPTION_KEY: '1'.repeat(64) });
    for (let claim = 1; claim <= 6; claim++) {
      await makeDue(signup.id);
      await withoutKey.send(signup.id);
      expect(await statusOf(signup)).toBeNull();
    }
    const worker = workerFor('smtp://127.0.0.1:1', env);
    const tryOnce = async () => {
      expect(await statusOf(signup)).toBeNull();
      await makeDue(signup.id);
      await worker.send(signup.id);
    };
    for (const seconds of [30, 120, 240, 480]) {
      await tryOnce();
      const [{ wait } = { wait: 0 }] = await service.sql<{ wait: number }[]>`
        SELECT extract(epoch FROM due_at - clock_timestamp())::float AS wait FROM outbox WHERE id = ${signup.id}`;
      expect(wait).toBeGreaterThan(seconds - 10); // a busy machine reads it late
      expect(wait).toBeLessThanOrEqual(seconds * 1.25);
    }
    await tryOnce();
    expect([await statusOf(signup), refusals]).toEqual(['failed', 5]);
  });

  test('is tried again when the server cannot be reached (C6.6)', async () => {
    const worker = workerFor('smtp://127.0.0.1:1');
    const signup = await pendingSignup('unreached@example.com');
    await worker.send(signup.id);
    expect(await statusOf(signup)).toBeNull();
    expect(await service.pendingJobs('send-signup-email')).toContain(signup.id);
    const mails = await sink();
    await makeDue(signup.id);
    await workerFor(mails.url).send(signup.id);
    expect(await statusOf(signup)).toBe('sent');
  });

  test('goes to a mail server that the operator names by its IPv6 address too (C9.4)', async () => {
    const signup = await pendingSignup('six@example.com');
    await workerFor('smtp://[::1]:1').send(signup.id);
    // Nobody listens there: to be tried again, and not refused as an inside address.
    expect(await statusOf(signup)).toBeNull();
    expect(await service.pendingJobs('send-signup-email')).toContain(signup.id);
  });

  test('whose connection breaks behind the first byte is recorded as sent and never sent again (C6.5)', async () => {
    const mails = await sink({ beforeAnswer: () => Promise.reject(new Error('the server dies here')) });
    const worker = workerFor(mails.url);
    const signup = await pendingSignup('broken@example.com');
    await worker.send(signup.id);
    expect(await statusOf(signup)).toBe('sent');
    const [row] = await service.sql`SELECT state, ambiguous FROM mails WHERE id = ${signup.id}`;
    expect(row).toEqual({ state: 'sent', ambiguous: true });
  });

  test('that breaks off before its first byte is tried again (C6.5, C6.6)', async () => {
    const hangsUp: Server = createServer((socket) => {
      socket.on('error', () => {});
      socket.write('220 hello\r\n');
      socket.on('data', (line) =>
        String(line).startsWith('MAIL') ? socket.destroy() : socket.write('250 ok\r\n'),
      );
    });
    await new Promise<void>((resolve) => hangsUp.listen(0, '127.0.0.1', resolve));
    opened.push(() => new Promise((resolve) => hangsUp.close(resolve)));
    const address = hangsUp.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const signup = await pendingSignup('hung-up@example.com');
    await workerFor(`smtp://127.0.0.1:${port}`).send(signup.id);
    expect(await statusOf(signup)).toBeNull();
    expect(await service.pendingJobs('send-signup-email')).toContain(signup.id);
  });

  test('whose worker died in the middle is recorded as sent, not sent again (C6.5)', async () => {
    const mails = await sink();
    const worker = workerFor(mails.url);
    const signup = await pendingSignup('interrupted@example.com');
    await worker.start(signup.id); // and then the worker is gone
    await makeDue(signup.id);
    await worker.send(signup.id);
    expect(mails.received.size).toBe(0);
    expect(await statusOf(signup)).toBe('sent');
    const [row] = await service.sql`SELECT state, ambiguous FROM mails WHERE id = ${signup.id}`;
    expect(row).toEqual({ state: 'sent', ambiguous: true });
  });

  test('that left is recorded as sent also where Postgres refuses that at first', async () => {
    const mails = await sink();
    const worker = workerFor(mails.url);
    const signup = await pendingSignup('unrecorded@example.com');
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let locked: Promise<void> | undefined;
    await new Promise<void>((resolve) => {
      locked = unhurried(service.sql, async (tx) => {
        await tx`SELECT 1 FROM signup_email_counts WHERE waitlist_id = ${signup.waitlist} FOR UPDATE`;
        resolve();
        await released;
      });
    });
    const running = worker.send(signup.id);
    const waiting = () =>
      service.sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(waiting).toHaveLength(1);
    await sleep(2_500); // a wait for a lock ends after 2 s
    release();
    await Promise.all([locked, running]);
    const [row] = await service.sql`SELECT state, ambiguous FROM mails WHERE id = ${signup.id}`;
    expect(row).toEqual({ state: 'sent', ambiguous: false });
    expect(mails.received.get('unrecorded@example.com')).toBe(1);
    expect(await service.pendingJobs('send-signup-email')).not.toContain(signup.id);
  });

  test('that did not leave is sent again also where Postgres refuses to record that at first', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let locked: Promise<unknown> | undefined;
    const breaker = createServer((socket) => {
      if (locked) socket.destroy();
      locked ??= unhurried(service.sql, async (tx) => {
        await tx`SELECT 1 FROM outbox WHERE id = ${signup.id} FOR UPDATE`;
        socket.destroy();
        await released;
      });
    }).listen(0, '127.0.0.1');
    opened.push(async () => breaker.close());
    await once(breaker, 'listening');
    const worker = workerFor(`smtp://127.0.0.1:${(breaker.address() as AddressInfo).port}`);
    const signup = await pendingSignup('unnoted@example.com');
    const running = worker.send(signup.id);
    const waiting = () =>
      service.sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%UPDATE outbox%'`;
    await expect.poll(waiting).toHaveLength(1);
    await sleep(2_500); // a wait for a lock ends after 2 s
    release();
    await Promise.all([locked, running]);
    await makeDue(signup.id);
    const mails = await sink();
    await workerFor(mails.url).send(signup.id);
    expect(mails.received.get('unnoted@example.com')).toBe(1);
    const [row] = await service.sql`SELECT state, ambiguous FROM mails WHERE id = ${signup.id}`;
    expect(row).toEqual({ state: 'sent', ambiguous: false });
  });

  test('a worker that was presumed dead records nothing once another took the job over', async () => {
    const signup = await pendingSignup('late@example.com');
    const late = (await claimByIds(service.sql, 'send-signup-email', [signup.id])).get(signup.id);
    await makeDue(signup.id);
    await claimByIds(service.sql, 'send-signup-email', [signup.id]);
    const outcome = {
      account_id: signup.account.accountId,
      id: signup.id,
      kind: 'signup' as const,
      signup_id: signup.id,
      lease_token: late?.leaseToken ?? newId(),
      state: 'failed' as const,
      status_rank: 4,
      ambiguous: false,
      message_id: 'x',
      provider_message_id: null,
      error: null,
    };
    const { finished } = await service.sql.begin((tx) => finishEmails(tx, [outcome]));
    expect(finished.size).toBe(0);
    expect(await statusOf(signup)).toBeNull();
  });

  test('nor does it put the mail back into the queue when its provider answers that late', async () => {
    const asked: (() => void)[] = [];
    const provider = createHttpServer((_, response) => {
      asked.push(() => response.writeHead(503).end());
    });
    provider.listen(0, '127.0.0.1');
    await once(provider, 'listening');
    opened.push(() => new Promise((resolve) => provider.close(resolve)));
    const { port } = provider.address() as AddressInfo;
    const worker = workerFor('resend://re_key', {
      ...service.env,
      RESEND_API_URL: `http://127.0.0.1:${port}`,
    });
    const signup = await pendingSignup('put-back@example.com');
    const late = worker.send(signup.id);
    await expect.poll(() => asked.length).toBe(1);
    await makeDue(signup.id);
    await worker.start(signup.id);
    asked[0]?.();
    await late;
    const [row] = await service.sql`
      SELECT m.state, m.error, o.claim_count, o.due_at > clock_timestamp() + interval '20 seconds' AS held
      FROM mails m JOIN outbox o ON o.id = m.id WHERE m.id = ${signup.id}`;
    expect(row).toEqual({ state: 'sending', error: null, claim_count: 2, held: true });
  });
});

test('domains with letters of their own are written in ASCII', async () => {
  const mails = await sink();
  const signup = await pendingSignup('ada@bücher.example');
  const config = { ...service.env, MANAGED_EMAIL_FROM: 'Bücher <hallo@bücher.example>' };
  await workerFor(mails.url, config).send(signup.id);
  const [mail] = await mails.mailsTo('ada@bücher.example'); // as the sink reads the envelope
  expect(mail?.messageId).toBe(`<signup-${signup.id}@xn--bcher-kva.example>`);
  expect(mail?.from).toEqual({ name: 'Bücher', address: 'hallo@xn--bcher-kva.example' });
  expect(mail?.to).toEqual([{ name: '', address: 'ada@xn--bcher-kva.example' }]);
});

test('a hostile address, list name or field cannot add a recipient or a header (§2.5, C6.1)', async () => {
  const mails = await sink();
  const worker = workerFor(mails.url);
  const account = await service.account();
  const waitlist = await service.waitlist(account);
  await service.call('POST', `/v1/waitlists/${waitlist}/fields`, account.key, {
    payload: { key: 'note', label: 'Note', type: 'string' },
  });
  const note = 'x\r\nBcc: victim@example.com\r\n\r\n<script>alert(1)</script>{{email}}';
  const signup = (
    await service.signUp(account, waitlist, { email: "o'brien+a&b@example.com", fields: { note } })
  ).json();
  await worker.send(signup.id);
  expect([...mails.received.keys()]).toEqual(["o'brien+a&b@example.com"]);
  const [mail] = await mails.mailsTo("o'brien+a&b@example.com");
  expect(mail?.bcc).toBeUndefined();
  expect(mail?.html).not.toContain('<script');
});
