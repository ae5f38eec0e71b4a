import { keysIn, keysOf, rowsByKey } from '../../../platform/postgres/by-key.ts';
import type { Fragment, Sql, Tx } from '../../../platform/postgres/connection.ts';
import type { PageQuery } from '../../../platform/schema/paging.ts';
import type { BounceClass } from '../../mail-state/bounce.ts';
import { cameBackForGood, cameBackForNow } from '../../mail-state/bounce-queries.ts';
import { byEmail, byPosition, type SignupRow, signupColumns } from '../queries.ts';
import { shifted } from './moments.ts';
import { atPosition, orderBy, type RankedOrder } from './order-queries.ts';
import type { TextMatch } from './schema.ts';
import type { SignupCondition } from './search-parts.ts';

/** A value of a custom field, as JSON; of a text also as it is. */
export interface FieldValue {
  readonly key: string;
  readonly json: string;
  readonly text?: string | undefined;
}

/** What narrows the signups of a waitlist (N1). All that is given must hold. */
export interface SignupFilter {
  /** Few ids. */
  readonly ids: readonly string[] | undefined;
  /** Only signups in this range. */
  readonly positions: PositionRange | undefined;
  /** A normalized address (C3.1). */
  readonly emailKey: string | undefined;
  /** In canonical form (§4.6). */
  readonly referralCode: string | undefined;
  readonly source: string | undefined;
  /** Whether signups without a source match too (C4.5). */
  readonly orNoSource?: boolean;
  /** The host of the referrer, in lower case. */
  readonly site?: string | undefined;
  /** The rank of an email status; 0 for none. */
  readonly statusRank: number | undefined;
  /** Of those whose email came back; one without a class counts as permanent. */
  readonly bounceClass: BounceClass | undefined;
  readonly referrerId: string | undefined;
  /** Whether signups with a claim for this referrer match too, whatever was decided about the credit. */
  readonly orUncredited?: boolean;
  /** Instants in ISO 8601, the first included, the second excluded. */
  readonly createdFrom: string | undefined;
  readonly createdBefore: string | undefined;
  /** In lower case, as are the beginnings of keys. */
  readonly emailPart: string | undefined;
  readonly emailStart: string | undefined;
  readonly isConfirmed: boolean | undefined;
  /** At least 1. */
  readonly leastReferrals: number | undefined;
  readonly fields: readonly FieldValue[];
  /** Those with one of these values are left out; those without a value are not. */
  readonly notFields: readonly FieldValue[];
  /** Those at these domains, in ASCII, and at those below them are left out. */
  readonly notEmailDomains: readonly string[];
  /** How the source and the texts of fields are compared; exactly by default. */
  readonly match?: TextMatch | undefined;
  /** Conditions that others know. */
  readonly others?: readonly SignupCondition[];
}

/** Matches everything. */
export const unfiltered: SignupFilter = {
  ids: undefined,
  positions: undefined,
  emailKey: undefined,
  referralCode: undefined,
  source: undefined,
  orNoSource: false,
  site: undefined,
  isConfirmed: undefined,
  leastReferrals: undefined,
  statusRank: undefined,
  bounceClass: undefined,
  referrerId: undefined,
  orUncredited: false,
  createdFrom: undefined,
  createdBefore: undefined,
  emailPart: undefined,
  emailStart: undefined,
  fields: [],
  notFields: [],
  notEmailDomains: [],
};

/**
 * A page of the signups that match a filter, and their number. Reads the candidates once, so that both are of
 * the same moment. The page is empty after the end.
 */
export async function findMatches(
  sql: Sql | Tx,
  accountId: string,
  waitlistId: string,
  filter: SignupFilter,
  { limit, offset, ...order }: PageQuery & RankedOrder,
): Promise<{ rows: SignupRow[]; total: number }> {
  type Match = (SignupRow | { id: null }) & { total: number };
  const matches = await sql<Match[]>`
    WITH matching AS MATERIALIZED (
      SELECT s.position, s.referral_count FROM ${candidates(sql, accountId, waitlistId, filter)} s
      WHERE ${matching(sql, accountId, waitlistId, filter)})
    SELECT whole.total, ${signupColumns(sql, accountId, waitlistId)}
    FROM (SELECT count(*) AS total FROM matching) whole
    LEFT JOIN (SELECT s.position FROM matching s ORDER BY ${orderBy(sql, order)} LIMIT ${limit} OFFSET ${offset}) page ON true
    LEFT JOIN ${atPosition(sql, accountId, waitlistId)} s ON true
    ORDER BY ${orderBy(sql, order)}`;
  const rows = matches.flatMap(({ total: _, ...row }) => (row.id === null ? [] : [row]));
  return { rows, total: matches[0]?.total ?? 0 };
}

/** The signups that match a filter, as a query of key, position and email_status. */
export const matches = (
  sql: Sql | Tx,
  accountId: string,
  waitlistId: string,
  filter: SignupFilter,
): Fragment => sql`
  SELECT s.account_id, s.id, s.position, s.email_status FROM ${candidates(sql, accountId, waitlistId, filter)} s
  WHERE ${matching(sql, accountId, waitlistId, filter)}`;

/** Whether the candidates of a filter are few signups, found by their keys. */
export const isQuick = ({ ids, emailKey, referralCode }: SignupFilter) =>
  ids !== undefined || emailKey !== undefined || referralCode !== undefined;

/** Positions after `after` up to `upTo`. */
export interface PositionRange {
  readonly after: number;
  readonly upTo: number;
}

/**
 * A range of positions that contains all matches. Cheap where an index serves the filter, else the whole
 * list.
 */
export async function findRange(
  sql: Sql | Tx,
  accountId: string,
  waitlistId: string,
  filter: SignupFilter,
  lastPosition: number,
): Promise<PositionRange> {
  if (isQuick(filter) || filter.referrerId !== undefined) {
    const [range] = await sql<[PositionRange]>`
      SELECT coalesce(min(s.position) - 1, 0) AS after, least(coalesce(max(s.position), 0), ${lastPosition}::integer) AS "upTo"
      FROM ${candidates(sql, accountId, waitlistId, filter)} s WHERE ${matching(sql, accountId, waitlistId, filter)}`;
    return range;
  }
  const { first, end } = toBounds(sql, accountId, waitlistId, filter);
  const [range] = await sql<[PositionRange]>`
    SELECT ${first}::integer - 1 AS after, least(${end}::integer - 1, ${lastPosition}::integer) AS "upTo"`;
  return range;
}

/** A condition for signups `s`: they are on the waitlist and match the filter. */
export function matching(
  sql: Sql | Tx,
  accountId: string,
  waitlistId: string,
  filter: SignupFilter,
): Fragment[] {
  const when = <Value>(value: Value | undefined, condition: (value: Value) => Fragment) =>
    value === undefined ? [] : [condition(value)];
  return [
    sql`s.account_id = ${accountId} AND s.waitlist_id = ${waitlistId}`,
    ...when(filter.positions, ({ after, upTo }) => sql`AND s.position > ${after} AND s.position <= ${upTo}`),
    ...when(filter.emailKey, (key) => sql`AND s.email_key = ${key}`),
    ...when(filter.referralCode, (code) => sql`AND s.referral_code = ${code}`),
    ...when(filter.statusRank, (rank) => sql`AND s.email_status = ${rank}`),
    ...when(filter.bounceClass, (bounceClass) =>
      bounceClass === 'transient' ? sql`AND ${cameBackForNow(sql)}` : sql`AND ${cameBackForGood(sql)}`,
    ),
    ...when(filter.source, (source) => {
      const stored = filter.orNoSource ? sql`coalesce(s.utm_source, ${source})` : sql`s.utm_source`;
      return sql`AND ${isText(sql, stored, source, filter.match)}`;
    }),
    ...when(filter.site, (site) => sql`AND s.referrer_domain = ${site}`),
    ...when(
      filter.referrerId,
      (id) => sql`AND ${isReferred(sql, accountId, id, filter)} AND NOT EXISTS (
        SELECT FROM removed_referrers WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} AND signup_id = ${id})`,
    ),
    ...when(filter.createdFrom, (instant) => sql`AND s.created_at >= ${instant}`),
    ...when(filter.createdBefore, (instant) => sql`AND s.created_at < ${instant}`),
    ...when(filter.isConfirmed, (is) => sql`AND (s.confirmed_at IS NOT NULL) = ${is}`),
    ...when(filter.leastReferrals, (count) => sql`AND s.referral_count >= ${count}`),
    ...when(filter.emailPart, (part) => sql`AND ${hasInEmail(sql, part)}`),
    ...when(filter.emailStart, (start) => sql`AND ${beginsWith(sql, start)}`),
    ...filter.fields.map((value) => sql`AND ${hasValue(sql, value, filter.match)}`),
    ...filter.notFields.map((value) => sql`AND (${hasValue(sql, value, filter.match)}) IS NOT TRUE`),
    ...(filter.notEmailDomains.length > 0 ? [sql`AND NOT ${isAt(sql, filter.notEmailDomains)}`] : []),
    ...(filter.others ?? []).map((condition) => sql`AND ${condition(sql, accountId)}`),
  ];
}

/** Whether a signup `s` has a value; null where it has none of the field. */
const hasValue = (sql: Sql | Tx, { key, json, text }: FieldValue, match: TextMatch = 'exact'): Fragment =>
  text === undefined || match === 'exact'
    ? sql`(s.fields -> ${key}::text)::text = ${json}`
    : isText(sql, sql`(s.fields ->> ${key}::text)`, text, match);

/**
 * Whether the address of a signup `s` is at one of these domains, or below one. It compares as many of its
 * last labels as each has, so many domains take little longer than one. A pattern of 20 takes ten times as
 * long.
 */
function isAt(sql: Sql | Tx, domains: readonly string[]): Fragment {
  const labelsOf = (domain: string) => domain.split('.').length;
  const label = (fromEnd: number) =>
    sql`split_part(split_part(s.email_key, '@', 2), '.', ${-fromEnd}::integer)`;
  const tail = (labels: number): Fragment =>
    labels === 1 ? label(1) : sql`${label(labels)} || '.' || ${tail(labels - 1)}`;
  const tests = [...new Set(domains.map(labelsOf))].map((labels, at) => {
    const alike = domains.filter((domain) => labelsOf(domain) === labels);
    return sql`${at > 0 ? sql`OR` : sql``} (${tail(labels)}) = ANY (${alike}::text[])`;
  });
  return sql`(${tests})`;
}

/** Whether a stored text is the given one, as a filter compares them. */
function isText(sql: Sql | Tx, stored: Fragment, text: string, match: TextMatch = 'exact'): Fragment {
  switch (match) {
    case 'exact':
      return sql`${stored} = ${text}`;
    case 'any_case':
      return sql`lower(${stored}) = lower(${text}::text)`;
    case 'contains':
      return sql`strpos(lower(${stored}), lower(${text}::text)) > 0`;
  }
}

const isReferred = (
  sql: Sql | Tx,
  accountId: string,
  referrerId: string,
  { orUncredited }: Pick<SignupFilter, 'orUncredited'>,
) =>
  orUncredited
    ? sql`(s.referred_by = ${referrerId} OR EXISTS (
        SELECT FROM referral_claims WHERE account_id = ${accountId} AND signup_id = s.id AND referrer_id = ${referrerId}))`
    : sql`(s.referred_by = ${referrerId} AND s.uncredited IS NULL)`;

/**
 * Also looks at the address as it is shown, which differs by more than its case if the domain is not ASCII.
 */
const hasInEmail = (sql: Sql | Tx, part: string) => sql`
  (strpos(s.email_key, ${part}) > 0 OR octet_length(s.email) <> length(s.email) AND strpos(lower(s.email), ${part}) > 0)`;

/** A range condition, so generic plans can use the index. DEL sorts after every character of a key. */
const beginsWith = (sql: Sql | Tx, start: string) =>
  sql`email_key >= ${start} AND email_key < ${`${start}\u007f`}`;

/**
 * The signups that may match a filter, read by the narrowest index. An alias must follow. LIMIT, OFFSET and
 * an order that only this index has make the planner choose it: another one might read all signups of the
 * account.
 */
export function candidates(
  sql: Sql | Tx,
  accountId: string,
  waitlistId: string,
  filter: SignupFilter,
): Fragment {
  const { ids, emailKey, referralCode, referrerId, emailStart, leastReferrals } = filter;
  if (ids !== undefined) {
    const keys = keysOf(sql, keysIn(accountId, ids));
    return sql`(SELECT s.* FROM ${rowsByKey(sql, 'signups', keys)} s)`;
  }
  if (emailKey !== undefined)
    return sql`(SELECT * FROM signups WHERE ${byEmail(sql, accountId, waitlistId)} AND email_key = ${emailKey} LIMIT 1)`;
  if (referralCode !== undefined)
    return sql`(SELECT * FROM signups WHERE referral_code = ${referralCode} LIMIT 1)`;
  if (referrerId !== undefined) {
    const credited = sql`(SELECT * FROM signups WHERE account_id = ${accountId} AND referred_by = ${referrerId} OFFSET 0)`;
    if (!filter.orUncredited) return credited;
    return sql`
      (${credited} UNION ALL
       (SELECT s.* FROM (SELECT signup_id FROM referral_claims WHERE account_id = ${accountId} AND referrer_id = ${referrerId} OFFSET 0) c
        CROSS JOIN LATERAL (SELECT * FROM signups WHERE account_id = ${accountId} AND id = c.signup_id LIMIT 1) s
        WHERE s.referred_by IS DISTINCT FROM ${referrerId}))`;
  }
  if (emailStart !== undefined && !filter.positions)
    return sql`
      (SELECT * FROM signups WHERE ${byEmail(sql, accountId, waitlistId)} AND ${beginsWith(sql, emailStart)}
       ORDER BY email_key OFFSET 0)`;
  if (leastReferrals !== undefined)
    return sql`
      (SELECT * FROM signups
       WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId} AND referral_count > 0 AND referral_count >= ${leastReferrals}
       ORDER BY referral_count DESC, position OFFSET 0)`;
  const { first, end } = toBounds(sql, accountId, waitlistId, filter);
  return sql`
    (SELECT * FROM signups WHERE ${byPosition(sql, accountId, waitlistId)} AND position >= ${first} AND position < ${end}
     ORDER BY position OFFSET 0)`;
}

const [lowestPosition, positionLimit] = [1, 2_147_483_647];

/**
 * How far created_at may be out of order, because a clock was set back or a standby with another one took
 * over.
 */
const clockToleranceMs = 3_600_000;

/** The positions of signups that were added in the time of a filter: from `first` to before `end`. */
function toBounds(
  sql: Sql | Tx,
  accountId: string,
  waitlistId: string,
  { positions, createdFrom, createdBefore }: SignupFilter,
): { first: Fragment; end: Fragment } {
  if (positions) return { first: sql`${positions.after + 1}`, end: sql`${positions.upTo + 1}` };
  const positionAt = (instant: string, otherwise: number) => sql`
    (CASE WHEN ${isInOrder(sql, accountId, waitlistId)} THEN ${firstPositionAt(sql, accountId, waitlistId, instant)} ELSE ${otherwise}::integer END)`;
  return {
    first: createdFrom
      ? positionAt(shifted(createdFrom, -clockToleranceMs), lowestPosition)
      : sql`${lowestPosition}`,
    end: createdBefore
      ? positionAt(shifted(createdBefore, clockToleranceMs), positionLimit)
      : sql`${positionLimit}`,
  };
}

/** The condition that created_at rises with the position on a list: nothing was imported. */
const isInOrder = (sql: Sql | Tx, accountId: string, waitlistId: string) => sql`
  NOT coalesce((SELECT has_imports FROM waitlist_counters WHERE account_id = ${accountId} AND waitlist_id = ${waitlistId}), false)`;

/**
 * The first position that was given at this instant or later, or any free one before it: a binary search,
 * because add_signups takes created_at behind the counter's lock, so it rises with the position. Only for
 * lists without imports.
 */
export const firstPositionAt = (
  sql: Sql | Tx,
  accountId: string,
  waitlistId: string,
  instant: string | Fragment,
) => sql`
  (WITH RECURSIVE bounds (low, high) AS (
     SELECT ${lowestPosition}::integer, ${positionLimit}::integer
     UNION ALL
     SELECT CASE WHEN probe.is_earlier THEN probe.position + 1 ELSE b.low END,
            CASE WHEN probe.is_earlier THEN b.high ELSE b.middle END
     FROM (SELECT low, high, low + (high - low) / 2 AS middle FROM bounds WHERE low < high) b
     LEFT JOIN LATERAL (
       SELECT position, created_at < ${instant} AS is_earlier FROM signups
       WHERE ${byPosition(sql, accountId, waitlistId)} AND position >= b.middle AND position < b.high
       ORDER BY position LIMIT 1) probe ON true)
   SELECT low FROM bounds WHERE low = high)`;
