import type { Context } from '../../../src/shared/context.ts';
import { rankOf } from '../../../src/shared/list/mail-state/status.ts';
import { addSignups } from '../../../src/shared/list/signups/queries.ts';
import { newReferralCode } from '../../../src/shared/list/signups/referral-code.ts';
import { insertWaitlist } from '../../../src/shared/list/waitlists/queries.ts';
import { newId } from '../../../src/shared/platform/ids.ts';
import type { Sql } from '../../../src/shared/platform/postgres/connection.ts';
import { transaction } from '../../../src/shared/platform/postgres/transaction.ts';
import type { JobNotifier } from '../../../src/shared/platform/queue/job-notifier.ts';
import { makeAccount } from '../service/make.ts';
import { recount } from '../storm/invariants.ts';

/** The data of one race: an account with two lists, of which the first has signups. */
export interface World {
  readonly accountId: string;
  readonly key: string;
  readonly lists: readonly [string, string];
  readonly signups: readonly RacingSignup[];
  /** Two contexts with their own pools, as two processes have. */
  readonly contexts: readonly [Context, Context];
  readonly notifier: JobNotifier;
  /** Calls the API, alternately on two web processes. @returns the status */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<number>;
}

export interface RacingSignup {
  readonly id: string;
  readonly email: string;
  readonly code: string;
  /** The provider's id of its mail, if one was sent. */
  readonly messageId: string;
}

const signupCount = 6;

/** Creates an account with signups. The first one has referred all others. */
export async function openWorld(
  contexts: readonly [Context, Context],
  call: (key: string, ...args: Parameters<World['call']>) => Promise<number>,
): Promise<Omit<World, 'notifier'>> {
  const [{ sql }] = contexts;
  const { accountId, key } = await makeAccount(sql);
  const lists = [newId(), newId()] as const;
  for (const [index, id] of lists.entries())
    await transaction(sql, (tx) => insertWaitlist(tx, { id, account_id: accountId, name: `List ${index}` }));
  const signups = Array.from({ length: signupCount }, (_, number) => ({
    id: newId(),
    email: `racer${number}@example.com`,
    code: newReferralCode(),
    messageId: newId(),
  }));
  const [first] = signups;
  await addSignups(
    sql,
    signups.map(({ id, email, code }) => ({
      account_id: accountId,
      waitlist_id: lists[0],
      signup_cap: null,
      mailed: true,
      notified: false,
      id,
      code,
      email,
      email_key: email,
      utm_source: null,
      referrer: 'https://example.org/',
      referrer_domain: 'example.org',
      referrer_code: first && code !== first.code ? first.code : null,
      metadata: {},
      fields: {},
    })),
  );
  // Until an operation starts them.
  await sql`UPDATE outbox SET due_at = 'infinity' WHERE account_id = ${accountId}`;
  return { accountId, key, lists, signups, contexts, call: (...args) => call(key, ...args) };
}

export type EmailState = 'queued' | 'held' | 'sent' | 'config_error';

/**
 * Sets the state of signups' mails with all that belongs to it. One transaction, because the workers maintain
 * held mails too.
 */
export async function setState(
  world: World,
  signups: readonly RacingSignup[],
  to: EmailState,
): Promise<void> {
  if (to === 'queued') return;
  const [{ sql }] = world.contexts;
  const isSent = to === 'sent';
  await sql.begin(async (tx) => {
    for (const { id, messageId } of signups) {
      if (to !== 'held')
        await tx`UPDATE signups SET email_status = ${rankOf(isSent ? 'sent' : 'config_error')} WHERE id = ${id}`;
      await tx`DELETE FROM outbox WHERE job = 'send-signup-email' AND id = ${id}`;
      await tx`
        UPDATE mails SET state = ${to}, route = 'managed', provider = 'resend',
          provider_message_id = ${isSent ? messageId : null}, error = ${isSent ? null : 'Refused.'}
        WHERE id = ${id}`;
    }
  });
  await recount(sql, world.lists[0]);
}

/** Makes pending mails due. */
export async function makeDue(sql: Sql, ids: readonly string[]): Promise<void> {
  await sql`
    UPDATE outbox SET due_at = clock_timestamp() - interval '1 second' WHERE job = 'send-signup-email' AND due_at = 'infinity' AND id = ANY(${ids as string[]}::uuid[])`;
}

/** Concurrent calls. A call to the API resolves to its status. */
export type Calls = readonly (() => Promise<number | undefined>)[];

/** Writing operations of the service, by their names. */
export type Operations = Readonly<Record<string, Operation>>;

/** A writing operation of the service. */
export interface Operation {
  /** The state that the mails of its signups must have. */
  readonly needs?: EmailState;
  /** Prepares the race. @returns the calls to make */
  prepare(world: World, signups: readonly RacingSignup[]): Promise<Calls> | Calls;
}

/** The same without telling the workers, so that what is prepared is still there when the race begins. */
export const unheard = (world: World): World => ({
  ...world,
  notifier: { ...world.notifier, notify: () => {} },
});

/** A path below the list that has the signups. */
export const onList = ({ lists }: Pick<World, 'lists'>, path = '') => `/v1/waitlists/${lists[0]}${path}`;
export const idsOf = (signups: readonly RacingSignup[]) => signups.map(({ id }) => id);
