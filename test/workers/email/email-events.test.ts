import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EmailStatus, emailStatuses, rankOf } from '../../../src/shared/list/mail-state/status.ts';
import { lockSignups } from '../../../src/shared/list/signups/queries.ts';
import { deleteOldEmailEvents, stampSignups } from '../../../src/shared/mail/mail-events/event-queries.ts';
import { finishEmails } from '../../../src/shared/mail/sending/outcome-queries.ts';
import { setEmailProvider } from '../../../src/shared/mail/settings/set-email-provider.ts';
import { newId, platformAccountId } from '../../../src/shared/platform/ids.ts';
import { type FakeProvider, startFakeProvider } from '../../support/fakes/fake-provider.ts';
import {
  type FakeResend,
  managedOver,
  managedSecret,
  resendKey,
  signResendEvent,
  startFakeResend,
} from '../../support/fakes/resend.ts';
import { keysOfSignups } from '../../support/keys.ts';
import { openApp } from '../../support/service/app.ts';
import { useService } from '../../support/service/service.ts';
import { openTestWorker, type TestWorker } from '../../support/service/worker.ts';
import { triesAll } from '../../support/values/tries-all.ts';
import { unhurried } from '../../support/values/unhurried.ts';

const secret = 'whsec_d2FpdGxpc3QtZGVtby1zaWduaW5nLWtleS0wMDAwMDE=';
let resend: FakeResend;
let worker: TestWorker;
const env: NodeJS.ProcessEnv = {};
const service = useService(env, async () => {
  resend = await startFakeResend();
  Object.assign(env, managedOver(resend));
});

beforeAll(() => {
  worker = openTestWorker(service);
});
afterAll(async () => {
  await worker.close();
  await resend.close();
});

type Sent = Awaited<ReturnType<typeof sent>>;
let events = 0;

/** A signup whose mail a provider has taken; `own` over the account's provider, else over the service's. */
async function sent(options: { own?: boolean; plan?: 'launch' | 'free' } = {}) {
  const account = await service.account({ plan: options.plan ?? 'launch' });
  const route = options.own
    ? new URL(
        (
          await setEmailProvider(service.ctx, account.accountId, {
            type: 'resend',
            from: 'Acme <own@acme.test>',
            config: { api_key: resendKey },
            webhookSecret: secret,
            skipVerify: false,
          })
        ).webhook_url ?? '',
      ).pathname
    : '/v1/webhooks/email_provider';
  const waitlist = await service.waitlist(account);
  const { id } = (await service.signUp(account, waitlist, { email: `e${events++}@example.com` })).json();
  await worker.send(id);
  const [mail] = await service.sql`SELECT provider_message_id FROM mails WHERE id = ${id}`;
  return {
    account,
    waitlist,
    id,
    route,
    secret: options.own ? secret : managedSecret,
    messageId: String(mail?.provider_message_id),
  };
}

interface Event {
  type?: string;
  at?: string;
  emailId?: string;
  signupId?: string | null;
  id?: string;
  change?: Record<string, unknown>;
  signedAt?: number;
  body?: string;
}

/** What the provider would post for a mail. */
function post(to: Sent, event: Event = {}) {
  const {
    type = 'delivered',
    at = new Date().toISOString(),
    emailId = to.messageId,
    signupId = to.id,
  } = event;
  const data = {
    email_id: emailId,
    ...(signupId !== null && { tags: { signup_id: signupId } }),
    ...event.change,
  };
  const body = event.body ?? JSON.stringify({ type: `email.${type}`, created_at: at, data });
  const headers = signResendEvent(
    to.secret,
    event.id ?? `msg_${events++}`,
    event.signedAt ?? Math.floor(Date.now() / 1000),
    body,
  );
  return service.call('POST', to.route, undefined, {
    payload: body,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

const signupOf = async (of: Sent) =>
  (await service.call('GET', `/v1/waitlists/${of.waitlist}/signups`, of.account.key))
    .json()
    .data.find(({ id }: { id: string }) => id === of.id);
const engagementOf = async (of: Sent) =>
  (await service.call('GET', `/v1/waitlists/${of.waitlist}/stats`, of.account.key)).json().email_engagement;

describe.each([{ own: true }, { own: false }])(
  'an event over the route of $own (own provider) (§4.8)',
  (options) => {
    test('is acknowledged, stamped with the time that the provider recorded, and counted (§6.2, C6.9, C4.7)', async () => {
      const mail = await sent(options);
      expect(await signupOf(mail)).toMatchObject({ email_status: 'sent', email_delivered_at: null });
      const at = new Date().toISOString();
      const answer = await post(mail, { type: 'delivered', at });
      expect([answer.statusCode, answer.json()]).toEqual([200, { received: true }]);
      await worker.applyEvents();
      expect(await signupOf(mail)).toMatchObject({
        email_status: 'delivered',
        email_delivered_at: at,
        email_opened_at: null,
      });
      expect(await engagementOf(mail)).toEqual({
        emails_sent: 1,
        delivery_rate: 100,
        open_rate: 0,
        click_rate: 0,
      });
      await post(mail, { type: 'clicked' });
      await worker.applyEvents();
      expect(await signupOf(mail)).toMatchObject({ email_status: 'clicked', email_delivered_at: at });
      expect(await engagementOf(mail)).toEqual({
        emails_sent: 1,
        delivery_rate: 100,
        open_rate: 100,
        click_rate: 100,
      });
    });

    test('that comes again is stamped once (C6.9)', async () => {
      const mail = await sent(options);
      const at = new Date().toISOString();
      await post(mail, { type: 'opened', id: 'msg_same', at });
      await post(mail, { type: 'opened', id: 'msg_same', at });
      const [{ count } = { count: 0 }] = await service.sql<{ count: number }[]>`
      SELECT count(*) FROM email_events WHERE event_id = 'msg_same' AND account_id = ${options.own ? mail.account.accountId : platformAccountId}`;
      expect(count).toBe(1);
      await service.sql`DELETE FROM email_events WHERE event_id = 'msg_same'`;
    });

    test('with a bad, stale or missing signature is refused (§5 rule 6, C6.9)', async () => {
      const mail = await sent(options);
      const now = Math.floor(Date.now() / 1000);
      for (const answer of [
        await post({ ...mail, secret: 'whsec_b3RoZXItc2VjcmV0LW90aGVyLXNlY3JldA==' }),
        await post(mail, { signedAt: now - 301 }),
        await post(mail, { signedAt: now + 400 }),
        await service.call('POST', mail.route, undefined, { payload: '{}' }),
      ]) {
        expect(answer.statusCode).toBe(401);
        expect(answer.json().error.code).toBe('unauthorized');
      }
      await worker.applyEvents();
      expect((await signupOf(mail)).email_status).toBe('sent');
    });

    test('that is signed but not the provider’s is a 400; an unknown type is acknowledged and ignored (C6.9)', async () => {
      const mail = await sent(options);
      expect((await post(mail, { body: 'not json' })).statusCode).toBe(400);
      expect((await post(mail, { body: '[]' })).statusCode).toBe(400);
      const unknown = await post(mail, { type: 'scheduled' });
      expect([unknown.statusCode, unknown.json()]).toEqual([200, { received: true }]);
      await worker.applyEvents();
      expect((await signupOf(mail)).email_status).toBe('sent');
    });

    test('finds its mail by the message id alone, and never by another account’s', async () => {
      const mail = await sent(options);
      await post(mail, { type: 'delivered', signupId: null });
      await worker.applyEvents();
      expect((await signupOf(mail)).email_status).toBe('delivered');
    });

    test('of a deleted signup is acknowledged and forgotten', async () => {
      const mail = await sent(options);
      await service.call('DELETE', `/v1/waitlists/${mail.waitlist}/signups/${mail.id}`, mail.account.key);
      expect((await post(mail)).statusCode).toBe(200);
      await worker.applyEvents();
      expect(await service.pendingJobs('apply-email-event')).toEqual([]);
    });
  },
);

test('an account’s events cannot touch another account’s signup (§4.8)', async () => {
  const [mine, theirs] = [await sent({ own: true }), await sent({ own: true })];
  await post(mine, { type: 'complained', signupId: theirs.id, emailId: theirs.messageId });
  await worker.applyEvents();
  expect((await signupOf(theirs)).email_status).toBe('sent');
});

test.each(['the signup', 'the message id'])(
  'nor do the service’s own events, by %s, touch what went out over an account’s provider (§4.8)',
  async (by) => {
    const mail = await sent({ own: true });
    const managed = { ...mail, route: '/v1/webhooks/email_provider', secret: managedSecret };
    const answer = await post(managed, by === 'the signup' ? { emailId: 'unknown' } : { signupId: null });
    expect(answer.statusCode).toBe(200);
    await worker.applyEvents();
    expect(await signupOf(mail)).toMatchObject({ email_status: 'sent', email_delivered_at: null });
  },
);

test.each([
  ['nothing is managed', { MANAGED_EMAIL_URL: undefined, MANAGED_EMAIL_FROM: undefined }],
  ['the provider has no events', { MANAGED_EMAIL_URL: 'smtp://127.0.0.1:1' }],
  ['there is no secret', { MANAGED_EMAIL_WEBHOOK_SECRET: undefined }],
])('the service’s own address refuses every event where %s (C6.9)', async (_, change) => {
  const { app } = await openApp({ ...service.env, ...change });
  const body = JSON.stringify({ type: 'email.delivered', created_at: new Date(), data: { email_id: 'm' } });
  for (const signedWith of [managedSecret, 'whsec_']) {
    const headers = signResendEvent(signedWith, `msg_${events++}`, Math.floor(Date.now() / 1000), body);
    const answer = await app.inject({
      method: 'POST',
      url: '/v1/webhooks/email_provider',
      payload: body,
      headers: { 'content-type': 'application/json', ...headers },
    });
    expect([answer.statusCode, answer.json().error.code]).toEqual([401, 'unauthorized']);
  }
});

test('an unknown token is refused like a bad signature (C6.9)', async () => {
  const mail = await sent({ own: true });
  const answer = await post({ ...mail, route: '/v1/webhooks/email/no-such-token' });
  expect([answer.statusCode, answer.json().error.code]).toEqual([401, 'unauthorized']);
});

test('an event that is here before its mail’s id waits for it (§6.2)', async () => {
  const account = await service.account({ plan: 'launch' });
  const waitlist = await service.waitlist(account);
  const { id } = (await service.signUp(account, waitlist, { email: 'early@example.com' })).json();
  const { job } = await worker.start(id);
  const mail = {
    account,
    waitlist,
    id,
    route: '/v1/webhooks/email_provider',
    secret: managedSecret,
    messageId: 'early-message-id',
  };
  await post(mail, { type: 'delivered', signupId: null });
  await worker.applyEvents();
  expect((await signupOf(mail)).email_status).toBeNull();
  const outcome = {
    account_id: account.accountId,
    id,
    kind: 'signup' as const,
    signup_id: id,
    lease_token: job.leaseToken,
    state: 'sent' as const,
    status_rank: rankOf('sent'),
    ambiguous: false,
    message_id: '<x@y>',
    provider_message_id: mail.messageId,
    error: null,
  };
  await service.sql.begin((tx) => finishEmails(tx, [outcome]));
  await worker.applyEvents();
  expect((await signupOf(mail)).email_status).toBe('delivered');
});

test('an event that is applied at the moment when its mail’s id is recorded is stamped (§6.2)', async () => {
  const account = await service.account({ plan: 'launch' });
  const waitlist = await service.waitlist(account);
  const { id } = (await service.signUp(account, waitlist, { email: 'racing@example.com' })).json();
  const { job } = await worker.start(id);
  const mail = {
    account,
    waitlist,
    id,
    route: '/v1/webhooks/email_provider',
    secret: managedSecret,
    messageId: 'racing-message-id',
  };
  await post(mail, { type: 'delivered', signupId: null });
  const outcome = {
    account_id: account.accountId,
    id,
    kind: 'signup' as const,
    signup_id: id,
    lease_token: job.leaseToken,
    state: 'sent' as const,
    status_rank: rankOf('sent'),
    ambiguous: false,
    message_id: '<x@y>',
    provider_message_id: mail.messageId,
    error: null,
  };
  let applied: Promise<void> | undefined;
  await service.sql.begin(async (tx) => {
    await finishEmails(tx, [outcome]);
    applied = worker.applyEvents();
    const raced = new AbortController();
    // Only then the mail's id is there for others to see.
    await Promise.race([applied, someoneWaits(raced.signal)]);
    raced.abort();
  });
  await applied;
  await worker.applyEvents();
  expect((await signupOf(mail)).email_status).toBe('delivered');
});

/** Resolves once a transaction on this database waits for a lock, or nobody wants to know any more. */
async function someoneWaits(signal: AbortSignal): Promise<void> {
  const waiting = () =>
    service.sql`
      SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  while (!signal.aborted && (await waiting()).length === 0);
}

test('on the free plan events are acknowledged and not stamped (§8, C6.8)', async () => {
  const mail = await sent({ own: true, plan: 'free' });
  expect((await post(mail)).statusCode).toBe(200);
  await worker.applyEvents();
  expect((await signupOf(mail)).email_status).toBe('sent');
});

test('events older than 30 days are forgotten, and of the younger ones none is read for it (C6.9)', async () => {
  const crowd = newId();
  await unhurried(
    service.sql,
    (tx) => tx`
      INSERT INTO email_events (account_id, id, event_id, provider, status_rank, occurred_at, received_at)
      SELECT ${crowd}, gen_random_uuid(), n::text, 'resend', 6, now(), now() - CASE WHEN n <= 3 THEN interval '31 days' ELSE interval '29 days' END
      FROM generate_series(1, 20000) n`,
  );
  await service.sql`ANALYZE email_events`;
  const [read] = await service.sql.begin(async (tx) => {
    await deleteOldEmailEvents(tx, 1_000);
    return tx`SELECT (seq_tup_read + idx_tup_fetch)::integer AS rows FROM pg_stat_xact_user_tables WHERE relname = 'email_events'`;
  });
  expect(read?.rows).toBeLessThan(100);
  const [left] = await service.sql`SELECT count(*) FROM email_events WHERE account_id = ${crowd}`;
  expect(left).toEqual({ count: 19_997 });
});

describe('the outbound event (§6.1, C6.10)', () => {
  let receiver: FakeProvider;
  beforeAll(async () => {
    receiver = await startFakeProvider(() => ({ status: 200 }));
  });
  afterAll(() => receiver.close());

  /**
   * A sent mail of an account whose events are delivered to an address of its own. @returns it, and what the
   * receiver got there
   */
  async function delivered(events?: readonly string[]) {
    const mail = await sent();
    const path = `/${mail.account.accountId}`;
    const config = { url: `${receiver.url}${path}`, ...(events && { events }) };
    await service.call('PUT', '/v1/integrations/webhook', mail.account.key, { payload: { config } });
    const bodies = () =>
      receiver.requests.filter((request) => request.path === path).map(({ body }) => JSON.parse(body));
    return { mail, bodies };
  }
  async function apply(): Promise<void> {
    await worker.applyEvents();
    await worker.fanOutAndDeliver();
  }

  test('is not fired for a waitlist that was deleted, while its rows still go (C2.5)', async () => {
    const { mail, bodies } = await delivered();
    await service.call('DELETE', `/v1/waitlists/${mail.waitlist}`, mail.account.key);
    expect((await post(mail)).statusCode).toBe(200);
    await apply();
    expect(bodies()).toEqual([]);
    const [row] = await service.sql`SELECT email_delivered_at FROM signups WHERE id = ${mail.id}`;
    expect(row).toEqual({ email_delivered_at: null });
  });

  test.each(['delivered', 'opened', 'clicked'])(
    'signup.email_%s carries exactly its fields, with the provider’s time',
    async (type) => {
      const { mail, bodies } = await delivered();
      const at = new Date().toISOString();
      await post(mail, { type, at });
      await apply();
      const { email, position } = await signupOf(mail);
      expect(bodies()).toEqual([
        {
          type: `signup.email_${type}`,
          data: {
            id: mail.id,
            waitlist_id: mail.waitlist,
            waitlist_name: expect.stringMatching(/^List /),
            email,
            position,
            occurred_at: at,
          },
        },
      ]);
    },
  );

  test.each([
    { minutes: -6, what: 'before the mail' },
    { minutes: 6, what: 'in the future' },
  ])('counts a time that is $what as now, and so does the stamp (§6.1, §6.2)', async ({ minutes }) => {
    const { mail, bodies } = await delivered();
    const before = Date.now();
    const at = new Date(before + minutes * 60_000).toISOString();
    for (const type of ['delivered', 'opened', 'clicked']) await post(mail, { type, at });
    await apply();
    const { email_delivered_at, email_opened_at, email_clicked_at } = await signupOf(mail);
    const times = [email_delivered_at, email_opened_at, email_clicked_at];
    const toldOf = bodies().map(({ data }) => data.occurred_at);
    expect(toldOf.toSorted()).toEqual(times.toSorted());
    for (const time of times.map(Date.parse)) {
      expect(time).toBeGreaterThanOrEqual(before);
      expect(time).toBeLessThanOrEqual(Date.now());
    }
  });

  test.each([-4, 4])('keeps a time that is %d minutes off: clocks differ (§6.1, §6.2)', async (minutes) => {
    const { mail, bodies } = await delivered();
    const at = new Date(Date.now() + minutes * 60_000).toISOString();
    await post(mail, { type: 'opened', at });
    await apply();
    expect((await signupOf(mail)).email_opened_at).toBe(at);
    expect(bodies()).toMatchObject([{ data: { occurred_at: at } }]);
  });

  test('is fired once per signup and type, however often and in whatever order its occasions come', async () => {
    const { mail, bodies } = await delivered();
    const types = ['clicked', 'opened', 'delivered', 'opened', 'clicked', 'delivered'];
    for (const type of types) await post(mail, { type });
    await apply();
    for (const type of types) await post(mail, { type });
    await apply();
    expect(
      bodies()
        .map(({ type }) => type)
        .toSorted(),
    ).toEqual(['signup.email_clicked', 'signup.email_delivered', 'signup.email_opened']);
  });

  test('is fired by no other event, nor on an integration that does not want it, nor without event tracking', async () => {
    const { mail, bodies } = await delivered();
    for (const type of ['sent', 'delivery_delayed', 'bounced', 'complained', 'failed', 'suppressed'])
      await post(mail, { type, ...(type === 'bounced' && { change: { bounce: { type: 'Permanent' } } }) });
    const other = await delivered(['signup.email_clicked']);
    await post(other.mail, { type: 'opened' });
    const downgraded = await delivered();
    await service.sql`UPDATE accounts SET plan = 'free' WHERE id = ${downgraded.mail.account.accountId}`;
    await post(downgraded.mail);
    await worker.applyEvents();
    expect(await service.pendingJobs('apply-email-event')).toEqual([]);
    await worker.fanOutAndDeliver();
    expect([...bodies(), ...other.bodies(), ...downgraded.bodies()]).toEqual([]);
    expect((await signupOf(mail)).email_status).toBe('complained');
  });
});

describe('the status of an email (C6.7)', () => {
  const types = emailStatuses.filter(
    (status): status is Exclude<EmailStatus, 'config_error'> => status !== 'config_error',
  );

  /** Fresh signups to stamp, all alike. */
  async function blankSignups(count: number): Promise<string[]> {
    const account = await service.account({ plan: 'launch' });
    const waitlist = await service.waitlist(account);
    return (
      await service.sql<{ id: string }[]>`
        INSERT INTO signups (account_id, id, waitlist_id, position, email, email_key, referral_code, metadata, fields, created_at)
        SELECT ${account.accountId}, gen_random_uuid(), ${waitlist}, n, n || '@x.co', n || '@x.co', substr(replace(gen_random_uuid()::text, '-', ''), 1, 20), '{}', '{}', '2030-01-01'
        FROM generate_series(1, ${count}) n RETURNING id`
    ).map(({ id }) => id);
  }

  /** Stamps signups of one account, each with an event of its own. */
  const stamp = (
    events: readonly { readonly id: string; readonly type: EmailStatus; readonly at: string }[],
  ) =>
    service.sql.begin(async (tx) => {
      const ids = events.map(({ id }) => id);
      const keys = await keysOfSignups(tx, ids);
      await lockSignups(tx, keys);
      const [{ accountId: account_id = '' } = {}] = keys;
      await stampSignups(
        tx,
        events.map(({ id, type, at }) => ({
          ...{ account_id, id, address_generation: 0 },
          ...{ status_rank: rankOf(type), occurred_at: at },
        })),
      );
    });
  const rowOf = async (id: string) => {
    const [row] = await service.sql`
      SELECT email_status, email_delivered_at, email_opened_at, email_clicked_at FROM signups WHERE id = ${id}`;
    return JSON.stringify(row);
  };

  test('is the same whatever order the events come in: every order of every three types', async () => {
    const sets = subsets(types, 3);
    const orders = sets.flatMap((set) => permutations(set));
    const ids = await blankSignups(orders.length);
    for (const turn of [0, 1, 2]) {
      const at = new Date().toISOString();
      await stamp(
        orders.map((order, index) => ({ id: ids[index] ?? '', type: order[turn] ?? expect.fail(), at })),
      );
    }
    const rows = await service.sql<{ id: string; status: number; d: boolean; o: boolean; c: boolean }[]>`
      SELECT id, email_status AS status, email_delivered_at IS NOT NULL AS d, email_opened_at IS NOT NULL AS o, email_clicked_at IS NOT NULL AS c
      FROM signups WHERE id = ANY(${ids}::uuid[])`;
    const byId = new Map(rows.map((row) => [row.id, row]));
    const wrong = orders.filter((order, index) => {
      const row = byId.get(ids[index] ?? '');
      const highest = Math.max(...order.map(rankOf));
      return (
        row?.status !== highest ||
        row.d !== order.includes('delivered') ||
        row.o !== order.includes('opened') ||
        row.c !== order.includes('clicked')
      );
    });
    expect(wrong).toEqual([]);
  });

  test('and its times are the same for any sequence with repeats, stamped side by side', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...types), fc.nat(50)), { minLength: 1, maxLength: 10 }),
        async (sequence) => {
          const [a = '', b = ''] = await blankSignups(2);
          await service.sql`UPDATE signups SET created_at = clock_timestamp() - interval '1 day' WHERE id IN (${a}, ${b})`;
          const run = (id: string, list: typeof sequence) =>
            Promise.all(list.map(([type, minute]) => stamp([{ id, type, at: times(minute) }])));
          const now = Date.now();
          const times = (minute: number) => new Date(now - 60_000 * (minute + 1)).toISOString();
          await run(a, sequence);
          await run(b, [...sequence].reverse().concat(sequence));
          expect(await rowOf(a)).toBe(await rowOf(b));
        },
      ),
      { numRuns: triesAll ? 60 : 20 },
    );
  });
});

function subsets<T>(items: readonly T[], size: number): T[][] {
  if (size === 0) return [[]];
  return items.flatMap((item, index) =>
    subsets(items.slice(index + 1), size - 1).map((rest) => [item, ...rest]),
  );
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  );
}
