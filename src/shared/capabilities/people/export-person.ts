import type { Caller } from '../../account/api-keys/caller.ts';
import type { Acting } from '../../account/audit/actor.ts';
import { recordAction } from '../../account/audit/record-action.ts';
import { toFeedEvent } from '../../events/feed/list-events.ts';
import { listEventsBySeq } from '../../events/feed/queries.ts';
import type { FeedEvent } from '../../events/feed/schema.ts';
import { toEmailStatus } from '../../list/mail-state/status.ts';
import { toSignup } from '../../list/signups/to-signup.ts';
import { macOf } from '../../mail/suppressions/mac-of.ts';
import { listSuppressions } from '../../mail/suppressions/queries.ts';
import { platformAccountId } from '../../platform/ids.ts';
import type { Sql } from '../../platform/postgres/connection.ts';
import { statement } from '../../platform/postgres/transaction.ts';
import { filterInSlices } from '../../platform/process/slices.ts';
import { toEmailKey } from '../../platform/schema/email-address.ts';
import type { Context } from '../context.ts';
import { type IsPerson, type PersonLists, type PersonSignupFacts, personPlace } from '../person-part.ts';
import {
  listFeedAddresses,
  listMailEvents,
  listPersonDeliveries,
  listPersonMails,
  listPersonSignups,
  type PersonSignupRow,
} from './person-queries.ts';
import type { PersonExport, PersonInput } from './schema.ts';

const most = { signups: 500, reports: 1_000, events: 1_000, deliveries: 200, suppressions: 1_000 };
const eventsPerPage = 5_000;
/** The answer begins within the time limit of a request. */
const feedMs = 2_000;

/**
 * The export that somebody takes away, which is recorded. The address is not: the log is kept when a person
 * is erased.
 */
export async function takePersonExport(
  ctx: Context,
  caller: Acting,
  input: PersonInput,
): Promise<PersonExport> {
  const exported = await exportPerson(ctx, caller, input);
  await statement(ctx.sql, (tx) => recordAction(tx, caller, 'person.exported'));
  return exported;
}

/** Everything that the account keeps about an address, on all its waitlists (N3). */
export async function exportPerson(
  ctx: Context,
  { accountId }: Pick<Caller, 'accountId'>,
  { email }: PersonInput,
): Promise<PersonExport> {
  const { sql } = ctx;
  const emailKey = toEmailKey(email) ?? email;
  const exportedAt = new Date().toISOString();
  const [found, mac] = await Promise.all([
    listPersonSignups(sql, accountId, emailKey, most.signups + 1),
    macOf(ctx, accountId, email),
  ]);
  const signups = found.slice(0, most.signups);
  const ids = signups.map(({ id }) => id);
  const [mails, factsOf] = await Promise.all([
    listPersonMails(sql, accountId, ids),
    readFacts(sql, accountId, ids),
  ]);
  const [reports, suppressions, feed] = await Promise.all([
    listMailEvents(
      sql,
      { accountId, platformId: platformAccountId },
      mails.map(({ id }) => id),
      most.reports + 1,
    ),
    listSuppressions(sql, accountId, mac, { limit: most.suppressions + 1, offset: 0 }),
    searchFeed(sql, accountId, isSpelling(emailKey)),
  ]);
  const others = await readLists(sql, { accountId, emailKey, signupIds: ids });
  const eventIds = feed.events.map(({ id }) => id);
  const deliveries = await listPersonDeliveries(sql, accountId, eventIds, most.deliveries + 1);
  return {
    email,
    exported_at: exportedAt,
    complete:
      found.length <= most.signups &&
      reports.length <= most.reports &&
      suppressions.length <= most.suppressions &&
      feed.isComplete &&
      deliveries.length <= most.deliveries &&
      others.areWhole,
    signups: signups.map((signup) => ({ ...toPersonSignup(signup), ...factsOf(signup.id) })),
    mails,
    mail_events: reports.slice(0, most.reports).map(({ status_rank, ...report }) => ({
      ...report,
      status: toEmailStatus(status_rank),
    })),
    suppressions: suppressions.slice(0, most.suppressions),
    events: feed.events,
    deliveries: deliveries.slice(0, most.deliveries),
    ...others.lists,
  };
}

/** Whether a text spells the address of this key. */
const isSpelling =
  (emailKey: string): IsPerson =>
  (address) =>
    toEmailKey(address) === emailKey;

function toPersonSignup({
  waitlist_id,
  waitlist_name,
  referral_bonus,
  unsubscribed_at,
  locale,
  note,
  noted_at,
  ...row
}: PersonSignupRow) {
  return {
    ...toSignup({ referral_bonus })(row),
    ...{ waitlist_id, waitlist_name, unsubscribed_at, locale },
    note: note === null || noted_at === null ? null : { text: note, written_at: noted_at },
  };
}

/** Reads what others add to each signup. @returns the facts of a signup by its id */
async function readFacts(
  sql: Sql,
  accountId: string,
  ids: readonly string[],
): Promise<(id: string) => PersonSignupFacts> {
  const details = personPlace.parts().flatMap(({ ofSignups = {} }) => Object.entries(ofSignups));
  const found = await Promise.all(
    details.map(async ([key, { read }]) => [key, await read(sql, accountId, ids)] as const),
  );
  return (id) =>
    Object.fromEntries(
      found.map(([key, values]) => [key, values.get(id) ?? null]),
    ) as unknown as PersonSignupFacts;
}

/** Reads the lists that others add, one after the other. `areWhole`: whether each has all that there is. */
async function readLists(
  sql: Sql,
  person: { accountId: string; emailKey: string; signupIds: readonly string[] },
): Promise<{ lists: PersonLists; areWhole: boolean }> {
  const lists: Record<string, unknown> = {};
  let areWhole = true;
  for (const part of personPlace.parts())
    for (const [key, { read }] of Object.entries(part.lists ?? {})) {
      const { items, isWhole } = await read(sql, person);
      lists[key] = items;
      areWhole &&= isWhole;
    }
  return { lists: lists as unknown as PersonLists, areWhole };
}

/** The events of a person in the feed, page by page, for two seconds. */
async function searchFeed(
  sql: Sql,
  accountId: string,
  isPerson: IsPerson,
): Promise<{ events: FeedEvent[]; isComplete: boolean }> {
  const startedAt = performance.now();
  const found: number[] = [];
  let isComplete = true;
  for (let after = 0; ; ) {
    const page = await listFeedAddresses(sql, accountId, after, eventsPerPage);
    const own = await filterInSlices(page, ({ email }) => email !== null && isPerson(email));
    found.push(...own.map(({ seq }) => seq));
    const last = page.at(-1);
    if (!last || page.length < eventsPerPage) break;
    after = last.seq;
    isComplete = found.length <= most.events && performance.now() - startedAt < feedMs;
    if (!isComplete) break;
  }
  if (found.length > most.events) isComplete = false;
  const rows = await listEventsBySeq(sql, accountId, found.slice(0, most.events));
  return { events: rows.map(toFeedEvent), isComplete };
}
