import { randomUUID } from 'node:crypto';
import { updateAccount } from '../../../src/shared/account/administration/update-account.ts';
import type { capabilities } from '../../../src/shared/capabilities.ts';
import type { Context } from '../../../src/shared/context.ts';
import { deleteOldEvents } from '../../../src/shared/events/feed/queries.ts';
import {
  type DeliveryOutcome,
  finishDeliveries,
  finishRetriedDeliveries,
} from '../../../src/shared/events/integrations/deliveries/outcome-queries.ts';
import {
  type StartedDelivery,
  startDeliveries,
  startRetriedDeliveries,
} from '../../../src/shared/events/integrations/deliveries/start-queries.ts';
import { makeLinkToken } from '../../../src/shared/list/links/link-token.ts';
import { rankOf } from '../../../src/shared/list/mail-state/status.ts';
import { fanOutEvents } from '../../../src/shared/list/publishing/fan-out-queries.ts';
import { fireEvents } from '../../../src/shared/list/publishing/fire-event.ts';
import { clearSomeReferrals } from '../../../src/shared/list/signups/removal/removal-queries.ts';
import { storeEmailEvents } from '../../../src/shared/mail/mail-events/event-queries.ts';
import { resendRefusedEmails } from '../../../src/shared/mail/resending/resend-refused-emails.ts';
import { finishEmails, requeueEmail } from '../../../src/shared/mail/sending/outcome-queries.ts';
import { releaseHeldEmails } from '../../../src/shared/mail/sending/release-held-emails.ts';
import { startEmails } from '../../../src/shared/mail/sending/start-emails.ts';
import { freeThrottledEmails } from '../../../src/shared/mail/sending/throttles/free-throttled-emails.ts';
import {
  forgetOldThrottles,
  slowDown,
  waitAsAsked,
} from '../../../src/shared/mail/sending/throttles/throttle-queries.ts';
import { clearEmailProvider } from '../../../src/shared/mail/settings/clear-email-provider.ts';
import { setEmailProvider } from '../../../src/shared/mail/settings/set-email-provider.ts';
import { setEmailTemplate } from '../../../src/shared/mail/templates/set-email-template.ts';
import { checkAccounts } from '../../../src/shared/owner/notices/check-accounts.ts';
import { handleFailing } from '../../../src/shared/owner/notices/handle-failing.ts';
import { saveNoticeChat, saveNoticeChoices } from '../../../src/shared/owner/notices/notice-choices.ts';
import { beginRound } from '../../../src/shared/owner/notices/queries.ts';
import { newId, platformAccountId } from '../../../src/shared/platform/ids.ts';
import type { RowKey } from '../../../src/shared/platform/postgres/by-key.ts';
import { statement, transaction } from '../../../src/shared/platform/postgres/transaction.ts';
import { retryDeadLetters } from '../../../src/shared/platform/queue/dead-letters.ts';
import { type ClaimedJob, postponeJob } from '../../../src/shared/platform/queue/outbox.ts';
import { managedSecret, resendKey, signResendEvent } from '../fakes/resend.ts';
import { claimByIds } from '../keys.ts';
import { callerOf, refusalOnly } from './callers.ts';
import { announcements } from './capabilities/announcements.ts';
import { branding } from './capabilities/branding.ts';
import { confirmations } from './capabilities/confirmations.ts';
import { forms } from './capabilities/forms.ts';
import { imports } from './capabilities/imports.ts';
import { pages, statisticsLinks } from './capabilities/pages.ts';
import { people } from './capabilities/people.ts';
import { release } from './capabilities/release.ts';
import { retention } from './capabilities/retention.ts';
import { rewards } from './capabilities/rewards.ts';
import { campaigns, segments } from './capabilities/segments.ts';
import { trust } from './capabilities/trust.ts';
import { deleteAndUndo, select } from './selecting.ts';
import { teamOperations } from './team-operations.ts';
import {
  type Calls,
  idsOf,
  makeDue,
  type Operations,
  onList,
  type RacingSignup,
  type World,
} from './world.ts';

type SendJob = ClaimedJob<'send-signup-email'>;

/** Runs the work in both contexts, in the second in reverse order. */
const onBoth =
  (work: (ctx: Context, signups: readonly RacingSignup[]) => Promise<unknown>) =>
  ({ contexts }: World, signups: readonly RacingSignup[]): Calls => [
    () => work(contexts[0], signups).then(() => undefined),
    () => work(contexts[1], signups.toReversed()).then(() => undefined),
  ];

async function claim({ contexts: [{ sql }] }: World, signups: readonly RacingSignup[]): Promise<SendJob[]> {
  await makeDue(sql, idsOf(signups));
  return [...(await claimByIds(sql, 'send-signup-email', idsOf(signups))).values()];
}

/** Splits jobs between two workers, because a claim belongs to one worker. */
const halves = <T>(items: readonly T[]): [T[], T[]] => [
  items.filter((_, index) => index % 2 === 0),
  items.filter((_, index) => index % 2 === 1).toReversed(),
];

async function finish({ sql }: Context, jobs: readonly SendJob[]): Promise<undefined> {
  const outcomes = jobs.map(({ accountId, id, leaseToken }, index) => {
    const state = (['sent', 'failed', 'config_error'] as const)[index % 3] ?? 'sent';
    return {
      account_id: accountId,
      id,
      kind: 'signup' as const,
      signup_id: id,
      lease_token: leaseToken,
      state,
      status_rank: rankOf(state),
      ambiguous: false,
      message_id: `<${id}@example.com>`,
      provider_message_id: state === 'sent' ? randomUUID() : null,
      error: null,
    };
  });
  await transaction(sql, (tx) => finishEmails(tx, outcomes));
  return undefined;
}

const start = (ctx: Context, jobs: readonly SendJob[]) => startEmails(ctx, jobs).then(() => undefined);

function postEvent({ call }: World, type: string, { id, messageId }: RacingSignup): Promise<number> {
  const body = JSON.stringify({
    type: `email.${type}`,
    created_at: new Date().toISOString(),
    data: { email_id: messageId, tags: { signup_id: id } },
  });
  const headers = signResendEvent(managedSecret, randomUUID(), Math.floor(Date.now() / 1_000), body);
  return call('POST', '/v1/webhooks/email_provider', body, headers);
}

const include = ['fields', 'display_position', 'referral_link']; // so the fan-out reads the signup too
const webhook = (path = '') => ({ config: { url: `http://127.0.0.1:9/${path}`, include } });

type RetriedJob = ClaimedJob<'deliver-with-retries'>;
const retried = 'deliver-with-retries';

/** Fires events for a webhook with retries. @returns their deliveries, claimed */
async function claimRetried(world: World, signups: readonly RacingSignup[]): Promise<RetriedJob[]> {
  const { sql } = world.contexts[0];
  await world.call('PUT', '/v1/integrations/webhook', webhook());
  await sql`UPDATE integrations SET retries = 'standard' WHERE account_id = ${world.accountId}`;
  const fired = await fire(world, signups);
  const jobs = await transaction(sql, (tx) => fanOutEvents(tx, fired));
  return [
    ...(
      await claimByIds(
        sql,
        retried,
        jobs.map(({ id }) => id),
      )
    ).values(),
  ];
}

/** Fires three events for each signup. @returns their due deliveries */
async function fanOut(world: World, signups: readonly RacingSignup[]) {
  const fired = await fire(world, signups);
  return transaction(world.contexts[0].sql, (tx) => fanOutEvents(tx, fired));
}

async function fire(
  { contexts: [{ sql }], accountId, lists, call }: World,
  signups: readonly RacingSignup[],
) {
  await call('PUT', '/v1/integrations/webhook', webhook());
  const removed = (signup: RacingSignup) => ({
    accountId,
    plan: 'scale' as const,
    event: {
      type: 'signup.removed' as const,
      data: {
        id: signup.id,
        waitlist_id: lists[0],
        waitlist_name: 'List 0',
        email: signup.email,
        position: 1,
        metadata: {},
        created_at: new Date().toISOString(),
        removed_at: new Date().toISOString(),
      },
    },
  });
  return transaction(sql, (tx) => fireEvents(tx, [...signups, ...signups, ...signups].map(removed)));
}

/** The operations of each capability. */
const ofCapabilities: Readonly<Record<keyof typeof capabilities, Operations>> = {
  announcements,
  confirmations,
  forms,
  imports,
  branding,
  campaigns,
  leaderboard: {},
  pages,
  people,
  release,
  retention,
  rewards,
  segments,
  statisticsLinks,
  trust,
};

export const operations: Operations = {
  ...Object.assign({}, ...Object.values(ofCapabilities)),
  ...teamOperations,
  signup: {
    prepare: (world, [first]) =>
      Array.from({ length: 3 }, () => () => {
        const email = `${randomUUID()}@example.com`;
        return world.call('POST', onList(world, '/signups'), { email, referral_code: first?.code });
      }),
  },
  're-signup': {
    prepare: (world, signups) =>
      signups.map(
        ({ email }) =>
          () =>
            world.call('POST', onList(world, '/signups'), { email }),
      ),
  },
  'bulk of signups': {
    prepare: (world, [first, ...others]) => {
      const body = {
        signups: [
          ...Array.from({ length: 4 }, () => ({
            email: `${randomUUID()}@example.com`,
            referral_code: first?.code,
          })),
          ...others.map(({ email }) => ({ email })),
        ],
        notify: true,
      };
      const headers = { 'idempotency-key': randomUUID() };
      const add = (more?: Record<string, string>) => () =>
        world.call('POST', onList(world, '/signups/bulk'), body, more);
      return [add(headers), add(headers), add()];
    },
  },
  'archive the list': {
    prepare: (world) =>
      [true, false].map(
        (enabled) => () => world.call('PATCH', onList(world, '/settings'), { archive: { enabled } }),
      ),
  },
  'change signups': {
    prepare: (world, signups) => [
      () =>
        world.call('POST', onList(world, '/fields'), { key: 'company', label: 'Company', type: 'string' }),
      ...signups.map(
        ({ id }, index) =>
          () =>
            world.call('PATCH', onList(world, `/signups/${id}`), { note: `Note ${index}` }),
      ),
      ...signups.toReversed().map(
        ({ id }) =>
          () =>
            world.call('PATCH', onList(world, `/signups/${id}`), { fields: { company: randomUUID() } }),
      ),
    ],
  },
  'correct addresses': {
    // Some to the same one, and some to one of another signup.
    prepare: (world, signups) =>
      signups.flatMap(({ id }, index) =>
        [`right${index >> 1}@example.com`, `racer${index + 1}@example.com`].map(
          (email) => () => world.call('PATCH', onList(world, `/signups/${id}`), { email }),
        ),
      ),
  },
  'delete a signup': {
    prepare: (world, signups) =>
      signups.map(
        ({ id }) =>
          () =>
            world.call('DELETE', onList(world, `/signups/${id}`)),
      ),
  },
  'delete a selection': {
    prepare: (world, signups) => [
      select(world, 0, 'delete', { ids: idsOf(signups) }, signups.length),
      select(world, 1, 'delete', { filters: { q: 'racer' } }, world.signups.length),
      select(world, 0, 'delete', { filters: {} }, world.signups.length),
    ],
  },
  'delete a selection and undo it': {
    prepare: (world, signups) => [deleteAndUndo(world, signups), deleteAndUndo(world, signups)],
  },
  'send emails to a selection': {
    needs: 'config_error',
    prepare: (world, signups) => [
      select(world, 0, 'resend', { ids: idsOf(signups) }, signups.length),
      select(world, 1, 'resend', { filters: {} }, world.signups.length),
    ],
  },
  'delete the waitlist': { prepare: (world) => [() => world.call('DELETE', onList(world))] },
  'rename two waitlists': {
    prepare: (world) =>
      world.lists.map(
        (id, index) => () => world.call('PATCH', `/v1/waitlists/${id}`, { name: `List ${1 - index}` }),
      ),
  },
  'make a waitlist': {
    prepare: (world) => {
      const make = () =>
        world.call(
          'POST',
          '/v1/waitlists',
          { name: world.accountId },
          { 'idempotency-key': world.accountId },
        );
      return [make, make];
    },
  },
  'change fields': {
    prepare: (world) => {
      const field = { key: 'note', label: 'Note', type: 'string' };
      return [
        () => world.call('POST', onList(world, '/fields'), field),
        () => world.call('PATCH', onList(world, '/fields/note'), { label: 'Notes' }),
        () => world.call('DELETE', onList(world, '/fields/note')),
      ];
    },
  },
  'change the settings': {
    prepare: (world) => [
      () => world.call('PATCH', onList(world, '/settings'), { links: { status_page: true } }),
      () => world.call('PATCH', onList(world, '/settings'), { links: { hide: ['total'] } }),
      () => world.call('POST', onList(world, '/links/revoke'), { kind: 'status' }),
    ],
  },
  'set the email template': {
    prepare: ({ contexts, accountId, lists }) =>
      contexts.map((ctx) => async () => {
        const template = { subject: 'Hello', html: '<p>Hello</p>' };
        await setEmailTemplate(ctx, { accountId }, lists[0], 'signup', template).catch(refusalOnly);
        return undefined;
      }),
  },
  'start mails': {
    needs: 'queued',
    async prepare(world, signups) {
      const [one, other] = halves(await claim(world, signups));
      return [() => start(world.contexts[0], one), () => start(world.contexts[1], other)];
    },
  },
  'hold mails': {
    needs: 'queued',
    async prepare(world, signups) {
      const [one, other] = halves(await claim(world, signups));
      await updateAccount(world.contexts[0], world.accountId, { managedEmails: 0 });
      return [() => start(world.contexts[0], one), () => start(world.contexts[1], other)];
    },
  },
  'postpone mails': {
    needs: 'queued',
    async prepare(world, signups) {
      const jobs = await claim(world, signups);
      await start(world.contexts[0], jobs);
      const why = { error: 'Later.', mayHaveLeft: false, countsAsAttempt: true };
      return jobs.map((job) => async () => {
        await transaction(world.contexts[1].sql, async (tx) => {
          if (await postponeJob(tx, 'send-signup-email', job, 3_600)) await requeueEmail(tx, job, why);
        });
        return undefined;
      });
    },
  },
  'retry dead-lettered jobs': {
    prepare: onBoth(({ sql }, signups) => retryDeadLetters(sql, idsOf(signups))),
  },
  'throttle mails': {
    needs: 'queued',
    async prepare(world, signups) {
      const jobs = await claim(world, signups);
      await start(world.contexts[0], jobs);
      return jobs.map((job) => async () => {
        await transaction(world.contexts[1].sql, async (tx) => {
          if (!(await postponeJob(tx, 'send-signup-email', job, 3_600))) return;
          const wait = { source: world.accountId, seconds: 0, error: 'Slow down.', mayHaveLeft: false };
          await waitAsAsked(tx, job, wait);
          await slowDown(tx, world.accountId, { pauseSeconds: 0, beganSecondsAgo: 1, hadPermit: true });
        });
        return undefined;
      });
    },
  },
  'free throttled mails': {
    needs: 'queued',
    async prepare({ contexts, accountId }, signups) {
      await contexts[0].sql`
        UPDATE mails SET throttled_by = ${accountId}, not_before = clock_timestamp() WHERE id = ANY(${idsOf(signups)}::uuid[])`;
      return contexts.map((ctx) => async () => {
        await freeThrottledEmails(ctx);
        await statement(ctx.sql, forgetOldThrottles);
        return undefined;
      });
    },
  },
  'finish mails': {
    needs: 'queued',
    async prepare(world, signups) {
      const jobs = await claim(world, signups);
      await start(world.contexts[0], jobs);
      const [one, other] = halves(jobs);
      return [() => finish(world.contexts[0], one), () => finish(world.contexts[1], other)];
    },
  },
  'release mails': {
    needs: 'held',
    prepare: onBoth(releaseHeldEmails),
  },
  'send refused mails again': {
    needs: 'config_error',
    prepare(world) {
      const caller = callerOf(world);
      return world.contexts.map((ctx) => async () => {
        await resendRefusedEmails({ ...ctx, notifier: world.notifier }, caller, 'config_error');
        return undefined;
      });
    },
  },
  'receive events': {
    needs: 'sent',
    prepare: (world, signups) =>
      signups.flatMap((signup) =>
        ['delivered', 'opened', 'bounced'].map((type) => () => postEvent(world, type, signup)),
      ),
  },
  unsubscribe: {
    async prepare({ contexts, accountId, call }, signups) {
      const { key } = await contexts[0].linkSigner();
      return signups.flatMap(({ id }) => {
        const path = `/u/${makeLinkToken(key, 'unsubscribe', { accountId, id, epoch: 0, generation: 0 })}`;
        return [() => call('POST', path), () => call('POST', path)];
      });
    },
  },
  'suppress addresses and let them go': {
    prepare: ({ lists, call }, signups) =>
      signups.flatMap(({ email }) => {
        const body = { email, waitlist_id: lists[0] };
        return [
          () => call('POST', '/v1/suppressions', body),
          () => call('POST', '/v1/suppressions', { email }),
          () => call('DELETE', '/v1/suppressions', body),
        ];
      }),
  },
  'receive the same events twice': {
    needs: 'sent',
    prepare(world, signups) {
      const events = signups.map(({ id, messageId }) => ({
        id: newId(),
        event_id: randomUUID(),
        nonce: null,
        status_rank: rankOf('clicked'),
        occurred_at: new Date().toISOString(),
        provider_message_id: messageId,
        signup_id: id,
      }));
      const origin = { account_id: platformAccountId, provider: 'resend' };
      const store = async ({ sql }: Context, order: typeof events) => {
        await statement(sql, (tx) => storeEmailEvents(tx, origin, order));
        return undefined;
      };
      const again = events.map((event) => ({ ...event, id: newId() })).toReversed();
      return [() => store(world.contexts[0], events), () => store(world.contexts[1], again)];
    },
  },
  'receive bounces, three of each mail': {
    needs: 'sent',
    prepare(world, signups) {
      const bounces = (classes: readonly ('permanent' | 'transient')[]) =>
        classes.flatMap((bounce_class) =>
          signups.map(({ id, messageId }) => ({
            ...{ id: newId(), event_id: randomUUID(), nonce: null, status_rank: rankOf('bounced') },
            ...{ bounce_class, bounce_reason: 'full', occurred_at: new Date().toISOString() },
            ...{ provider_message_id: messageId, signup_id: id },
          })),
        );
      const origin = { account_id: platformAccountId, provider: 'resend' };
      const store = async ({ sql }: Context, events: ReturnType<typeof bounces>) => {
        await statement(sql, (tx) => storeEmailEvents(tx, origin, events));
        return undefined;
      };
      return [
        () => store(world.contexts[0], bounces(['transient', 'transient'])),
        () => store(world.contexts[1], bounces(['transient', 'permanent']).toReversed()),
      ];
    },
  },
  'set the mail provider': {
    prepare: ({ contexts, accountId }) =>
      contexts.map((ctx) => async () => {
        const settings = { from: 'a@acme.test', config: { api_key: resendKey }, skipVerify: true };
        await setEmailProvider(ctx, accountId, { type: 'resend', ...settings }).catch(refusalOnly);
        return undefined;
      }),
  },
  'clear the mail provider': {
    prepare: ({ contexts: [ctx], accountId }) => [
      () => clearEmailProvider(ctx, accountId).then(() => undefined),
    ],
  },
  'change the plan': {
    prepare: ({ contexts, accountId }) => [
      () => updateAccount(contexts[0], accountId, { plan: 'launch' }).then(() => undefined),
      () => updateAccount(contexts[1], accountId, { plan: 'scale', managedEmails: 3 }).then(() => undefined),
    ],
  },
  'check the account for notices': {
    async prepare({ accountId, contexts, notifier }) {
      await contexts[0].sql`
        INSERT INTO users (id, account_id, email, email_key, password_hash)
        VALUES (${accountId}, ${accountId}, ${accountId}, ${accountId}, 'x') ON CONFLICT DO NOTHING`;
      await contexts[0].sql`
        INSERT INTO email_usage (account_id, month, reserved) VALUES (${accountId}, current_month(), 30000)
        ON CONFLICT (account_id, month) DO UPDATE SET reserved = excluded.reserved`;
      const { signal } = new AbortController();
      return contexts.map((ctx) => async () => {
        // Both go, as when a slow round meets the next.
        await statement(ctx.sql, (tx) => beginRound(tx, 'accounts', 0));
        await checkAccounts({ ...ctx, notifier }, signal);
        return undefined;
      });
    },
  },
  'choose the notices': {
    prepare: ({ accountId, contexts: [ctx] }) => [
      () => saveNoticeChat(ctx, accountId, 'chat_blocks').then(() => undefined),
      () =>
        saveNoticeChoices(ctx, accountId, { muted: ['allowance'], weeklyDigest: true }).then(() => undefined),
    ],
  },
  'change the webhook': {
    prepare: ({ call }) => [
      () => call('PUT', '/v1/integrations/webhook', webhook(randomUUID())),
      () => call('PATCH', '/v1/integrations/webhook', { enabled: false }),
      () => call('PATCH', '/v1/integrations/webhook', { enabled: true }),
    ],
  },
  'delete the webhook': {
    prepare: ({ call }) => [
      () => call('DELETE', '/v1/integrations/webhook'),
      () => call('PUT', '/v1/integrations/webhook', webhook()),
    ],
  },
  'start deliveries': {
    async prepare(world, signups) {
      const deliveries = await fanOut(world, signups);
      const begin = ({ sql }: Context, order: readonly RowKey[]) =>
        transaction(sql, (tx) => startDeliveries(tx, order)).then(() => undefined);
      return [
        () => begin(world.contexts[0], deliveries),
        () => begin(world.contexts[1], deliveries.toReversed()),
      ];
    },
  },
  'start deliveries with retries': {
    async prepare(world, signups) {
      const jobs = await claimRetried(world, signups);
      const [one, other] = halves(jobs);
      const begin = ({ sql }: Context, order: readonly RetriedJob[]) =>
        transaction(sql, (tx) => startRetriedDeliveries(tx, retried, order)).then(() => undefined);
      return [() => begin(world.contexts[0], one), () => begin(world.contexts[1], other)];
    },
  },
  'finish deliveries with retries': {
    async prepare(world, signups) {
      const jobs = await claimRetried(world, signups);
      const started = await transaction(world.contexts[0].sql, (tx) =>
        startRetriedDeliveries(tx, retried, jobs),
      );
      const end = ({ sql }: Context, order: readonly RetriedJob[]) => {
        const results = order.flatMap((lease, index) => {
          const begun = started.get(lease.id);
          const next = index % 3 === 2 ? { seconds: 5, attempts: 1, body: '{}' } : null;
          return begun ? [{ outcome: toOutcome(begun, index), lease, next }] : [];
        });
        return transaction(sql, (tx) => finishRetriedDeliveries(tx, retried, results)).then(() => undefined);
      };
      const [one, other] = halves(jobs);
      return [() => end(world.contexts[0], one), () => end(world.contexts[1], other)];
    },
  },
  'move events into the feed': {
    async prepare(world, signups) {
      const fired = await fire(world, signups);
      const move = ({ sql }: Context, order: readonly RowKey[]) =>
        transaction(sql, (tx) => fanOutEvents(tx, order)).then(() => undefined);
      return [() => move(world.contexts[0], fired), () => move(world.contexts[1], fired.toReversed())];
    },
  },
  'deliver events again': {
    async prepare(world, signups) {
      await fanOut(world, signups);
      const { accountId, contexts, call } = world;
      const rows = await contexts[0].sql<{ id: string }[]>`
        SELECT id FROM events WHERE account_id = ${accountId} ORDER BY seq LIMIT 2`;
      return [
        ...rows.map(
          ({ id }) =>
            () =>
              call('POST', `/v1/integrations/webhook/events/${id}/redeliver`),
        ),
        () => call('POST', '/v1/integrations/webhook/replay', { since: '2026-01-01T00:00:00Z', only: 'all' }),
        () => call('POST', '/v1/integrations/webhook/dismiss'),
        () => call('GET', '/v1/events'),
      ];
    },
  },
  'rotate the signing secret': {
    prepare: ({ call }) => [
      () => call('POST', '/v1/integrations/webhook/rotate-secret', { overlap_hours: 0 }),
      () => call('POST', '/v1/integrations/webhook/rotate-secret', { overlap_hours: 1 }),
    ],
  },
  'disable the webhook': {
    async prepare(world, signups) {
      await fanOut(world, signups);
      const { accountId, contexts } = world;
      const [row] = await contexts[0].sql<{ id: string }[]>`
        UPDATE integrations SET retries = 'standard' WHERE account_id = ${accountId} AND type = 'webhook' RETURNING id`;
      const failing = { accountId, id: row?.id ?? '', type: 'webhook' as const };
      await contexts[0].sql`
        INSERT INTO integration_health (account_id, integration_id, failed_attempts, is_gone)
        VALUES (${accountId}, ${failing.id}, 1, true) ON CONFLICT (account_id, integration_id) DO UPDATE SET is_gone = true`;
      return contexts.map((ctx) => () => handleFailing(ctx, failing).then(() => undefined));
    },
  },
  'remove old events': {
    async prepare(world, signups) {
      await fanOut(world, signups);
      const { accountId, contexts } = world;
      await contexts[0].sql`
        UPDATE events SET created_at = created_at - interval '31 days' WHERE account_id = ${accountId} AND seq % 2 = 0`;
      return contexts.map(
        ({ sql }) =>
          () =>
            statement(sql, (tx) => deleteOldEvents(tx, 5)).then(() => undefined),
      );
    },
  },
  'finish deliveries': {
    async prepare(world, signups) {
      const jobs = await fanOut(world, signups);
      const started = await transaction(world.contexts[0].sql, (tx) => startDeliveries(tx, jobs));
      const deliveries = [...started.values()];
      const end = ({ sql }: Context, order: readonly StartedDelivery[]) =>
        transaction(sql, (tx) => finishDeliveries(tx, order.map(toOutcome))).then(() => undefined);
      return [
        () => end(world.contexts[0], deliveries),
        () => end(world.contexts[1], deliveries.toReversed()),
      ];
    },
  },
  'clear referrals': {
    prepare: ({ contexts, accountId }, [first]) =>
      contexts.map(({ sql }) => async () => {
        const id = first?.id ?? '';
        const [row] = await sql`SELECT 1 FROM signups WHERE id = ${id}`;
        // As its job does, once the signup is deleted.
        if (!row) await transaction(sql, (tx) => clearSomeReferrals(tx, [{ accountId, id }], 2));
        return undefined;
      }),
  },
};

/** One in three attempts fails. */
function toOutcome(
  { id, seq, integration }: Pick<StartedDelivery, 'id' | 'seq' | 'integration'>,
  index: number,
): DeliveryOutcome {
  const hasFailed = index % 3 === 2;
  return {
    account_id: integration.account_id,
    id,
    integration_id: integration.id,
    seq,
    status: hasFailed ? 'failed' : 'success',
    response_status: hasFailed ? 500 : 200,
    error: hasFailed ? 'The receiver answered 500.' : null,
    request: { method: 'POST', headers: {}, body: '{}' },
    response: { status: hasFailed ? 500 : 200, body: '' },
  };
}
