import { randomUUID } from 'node:crypto';
import { updateAccount } from '../../../src/shared/accounts/update-account.ts';
import { toCaller } from '../../../src/shared/api-keys/caller.ts';
import type { Context } from '../../../src/shared/context.ts';
import { storeEmailEvents } from '../../../src/shared/email/inbound/event-queries.ts';
import { freeThrottledEmails } from '../../../src/shared/email/sending/free-throttled-emails.ts';
import { finishSignupEmails, requeueSignupEmail } from '../../../src/shared/email/sending/outcome-queries.ts';
import { releaseHeldEmails } from '../../../src/shared/email/sending/release-held-emails.ts';
import { resendRefusedEmails } from '../../../src/shared/email/sending/resend-refused-emails.ts';
import { startSignupEmails } from '../../../src/shared/email/sending/start-signup-emails.ts';
import {
  forgetOldThrottles,
  slowDown,
  waitAsAsked,
} from '../../../src/shared/email/sending/throttle-queries.ts';
import { clearEmailProvider } from '../../../src/shared/email/settings/clear-email-provider.ts';
import { setEmailProvider } from '../../../src/shared/email/settings/set-email-provider.ts';
import { rankOf } from '../../../src/shared/email/status.ts';
import { setEmailTemplate } from '../../../src/shared/email/templates/set-email-template.ts';
import { newId, platformAccountId } from '../../../src/shared/ids.ts';
import { fireEvents } from '../../../src/shared/integrations/deliveries/fire-event.ts';
import {
  fanOutEvents,
  finishDeliveries,
  startDeliveries,
} from '../../../src/shared/integrations/deliveries/queries.ts';
import type { RowKey } from '../../../src/shared/postgres/by-key.ts';
import { statement, transaction } from '../../../src/shared/postgres/transaction.ts';
import { type ClaimedJob, postponeJob } from '../../../src/shared/queue/outbox.ts';
import { scopes } from '../../../src/shared/scopes.ts';
import { clearReferrals } from '../../../src/shared/signups/removal-queries.ts';
import { resendKey, signResendEvent } from '../fakes/resend.ts';
import { claimByIds } from '../keys.ts';
import { type EmailState, makeDue, type RacingSignup, type World } from './world.ts';

/** The secret of the managed provider's events. */
export const eventSecret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

/** Concurrent calls. A call to the API resolves to its status. */
type Calls = readonly (() => Promise<number | undefined>)[];

/** A writing operation of the service. */
export interface Operation {
  /** The state that the mails of its signups must have. */
  readonly needs?: EmailState;
  /** Prepares the race. @returns the calls to make */
  prepare(world: World, signups: readonly RacingSignup[]): Promise<Calls> | Calls;
}

type SendJob = ClaimedJob<'send-signup-email'>;

const onList = ({ lists }: World, path = '') => `/v1/waitlists/${lists[0]}${path}`;
const idsOf = (signups: readonly RacingSignup[]) => signups.map(({ id }) => id);

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
  await transaction(sql, (tx) => finishSignupEmails(tx, outcomes));
  return undefined;
}

const start = (ctx: Context, jobs: readonly SendJob[]) => startSignupEmails(ctx, jobs).then(() => undefined);

function postEvent({ call }: World, type: string, { id, messageId }: RacingSignup): Promise<number> {
  const body = JSON.stringify({
    type: `email.${type}`,
    created_at: new Date().toISOString(),
    data: { email_id: messageId, tags: { signup_id: id } },
  });
  const headers = signResendEvent(eventSecret, randomUUID(), Math.floor(Date.now() / 1_000), body);
  return call('POST', '/v1/webhooks/email_provider', body, headers);
}

const webhook = (path = '') => ({ config: { url: `http://127.0.0.1:9/${path}` } });

/** Fires three events for each signup. @returns the ids of their due deliveries */
async function fanOut(
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
  return transaction(sql, async (tx) => {
    const fired = await fireEvents(tx, [...signups, ...signups, ...signups].map(removed));
    return fanOutEvents(tx, fired);
  });
}

export const operations: Readonly<Record<string, Operation>> = {
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
  'delete a signup': {
    prepare: (world, signups) =>
      signups.map(
        ({ id }) =>
          () =>
            world.call('DELETE', onList(world, `/signups/${id}`)),
      ),
  },
  'delete the waitlist': { prepare: (world) => [() => world.call('DELETE', onList(world))] },
  'rename two waitlists': {
    prepare: (world) =>
      world.lists.map(
        (id, index) => () => world.call('PATCH', `/v1/waitlists/${id}`, { name: `List ${1 - index}` }),
      ),
  },
  'make a waitlist': {
    prepare: (world) => [() => world.call('POST', '/v1/waitlists', { name: randomUUID() })],
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
  'set the email template': {
    prepare: ({ contexts, accountId, lists }) =>
      contexts.map((ctx) => async () => {
        const template = { subject: 'Hello', html: '<p>Hello</p>' };
        await setEmailTemplate(ctx, { accountId }, lists[0], template).catch(refusalOnly);
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
      const why = { error: 'Later.', mayHaveLeft: false, wasTried: true };
      return jobs.map((job) => async () => {
        await transaction(world.contexts[1].sql, async (tx) => {
          if (await postponeJob(tx, 'send-signup-email', job, 3_600)) await requeueSignupEmail(tx, job, why);
        });
        return undefined;
      });
    },
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
          await slowDown(tx, world.accountId, { pauseSeconds: 0, beganSecondsAgo: 1, hadSlot: true });
        });
        return undefined;
      });
    },
  },
  'free throttled mails': {
    needs: 'queued',
    async prepare({ contexts, accountId }, signups) {
      await contexts[0].sql`
        UPDATE signup_emails SET throttled_by = ${accountId}, not_before = clock_timestamp() WHERE signup_id = ANY(${idsOf(signups)}::uuid[])`;
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
      const caller = toCaller({
        account_id: world.accountId,
        plan: 'scale',
        requests_per_minute: null,
        managed_emails_per_month: null,
        has_email_provider: false,
        scopes,
      });
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
        ['delivered', 'opened'].map((type) => () => postEvent(world, type, signup)),
      ),
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
  'finish deliveries': {
    async prepare(world, signups) {
      const deliveries = await fanOut(world, signups);
      await transaction(world.contexts[0].sql, (tx) => startDeliveries(tx, deliveries));
      const finished = ({ accountId, id }: RowKey) => ({
        account_id: accountId,
        id,
        status: 'success' as const,
        response_status: 200,
        error: null,
      });
      const end = ({ sql }: Context, order: readonly RowKey[]) =>
        transaction(sql, (tx) => finishDeliveries(tx, order.map(finished))).then(() => undefined);
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
        if (!row) await transaction(sql, (tx) => clearReferrals(tx, { accountId, id }, 2)); // as its job does, once the signup is deleted
        return undefined;
      }),
  },
};

/** Accepts refusals, which mean that another call was first. */
function refusalOnly(error: unknown): void {
  if (!(error instanceof Error) || error.name !== 'AppError') throw error;
}
