import type { PlanName } from '../../account/plans.ts';
import { cameBackForGood } from '../../list/mail-state/bounce-queries.ts';
import type { Outage } from '../../mail/sending/throttles/outage-queries.ts';
import type { Sql } from '../../platform/postgres/connection.ts';
import { type RaisedNotice, raisedNotices } from './queries.ts';

/** Of so many signups at most the mails are counted, and the newest are looked at for their codes. */
const mostLookedAt = 2_000;
/** A shorter outage is over before anybody could do something. */
const outageMinutes = 10;
/** So many signups of one code within an hour are unusual. */
const unusualSignups = 50;

/** A waitlist where codes brought unusually many signups within an hour. */
interface Burst {
  readonly waitlist_id: string;
  readonly waitlist_name: string;
  /** The signup whose code brought the most. */
  readonly signup_id: string;
  readonly signups: number;
  readonly codes: number;
}

/** What is known of an account that its users may have to be told of. */
export interface AccountFacts {
  id: string;
  plan: PlanName;
  managed_emails_per_month: number | null;
  has_email_provider: boolean;
  reserved: number;
  signups: number;
  /** Why its own provider refused the newest refused mail of the last day, as it is set up now. */
  refusal: string | null;
  /** Its own mail server, where that has been down for ten minutes. */
  outage: Outage | null;
  sent: number;
  bounced: number;
  bursts: readonly Burst[];
  raised: readonly RaisedNotice[];
}

/** What tells of the time before and behind it in the order of ids. */
export interface FactsSince {
  readonly dayId: string;
  readonly hourId: string;
}

/** Accounts after this one, in the order of their ids. Reads a bounded number of rows of each. */
export function listAccountFacts(
  sql: Sql,
  after: string,
  limit: number,
  { dayId, hourId }: FactsSince,
): Promise<AccountFacts[]> {
  return sql<AccountFacts[]>`
    SELECT a.id, a.plan, a.managed_emails_per_month, p.version IS NOT NULL AS has_email_provider,
           coalesce((SELECT reserved FROM email_usage WHERE account_id = a.id AND month = current_month()), 0) AS reserved,
           CASE WHEN a.plan = 'free' THEN
             coalesce((SELECT sum(live_count) FROM waitlist_counters WHERE account_id = a.id), 0)::integer ELSE 0 END AS signups,
           CASE WHEN refused.provider_version = p.version THEN coalesce(refused.error, '') END AS refusal,
           (SELECT json_build_object('since', down_since, 'error', down_error) FROM email_throttles
            WHERE account_id = p.account_id AND down_since < statement_timestamp() - make_interval(mins => ${outageMinutes})) AS outage,
           mailed.sent, mailed.bounced, burst.found AS bursts, ${raisedNotices(sql)} AS raised
    FROM (SELECT * FROM accounts WHERE id > ${after} ORDER BY id LIMIT ${limit}) a
    LEFT JOIN LATERAL (SELECT account_id, version FROM email_providers WHERE account_id = a.id LIMIT 1) p ON true
    LEFT JOIN LATERAL (
      SELECT error, provider_version FROM mails
      WHERE account_id = a.id AND state = 'config_error' AND id > ${dayId} AND kind <> 'notice'
      ORDER BY id DESC LIMIT 1) refused ON true
    CROSS JOIN LATERAL (${mailedSince(sql, dayId)}) mailed
    CROSS JOIN LATERAL (${burstsSince(sql, hourId)}) burst
    ORDER BY a.id`;
}

/** Ranks of statuses whose mails have left: all but refused, given up and suppressed ones. */
const hasLeft = (sql: Sql, status: 'email_status' | 'status') =>
  sql`${sql(status)} IN (2, 3, 6, 7, 8, 9, 10)`;

/** How many mails of the signups and invitations of the last day have left, and how many came back. */
const mailedSince = (sql: Sql, dayId: string) => sql`
  SELECT (coalesce(sum(sent), 0))::integer AS sent, coalesce(sum(bounced), 0)::integer AS bounced FROM (
    SELECT count(*) FILTER (WHERE ${hasLeft(sql, 'email_status')}) AS sent, count(*) FILTER (WHERE ${cameBackForGood(sql)}) AS bounced
    FROM (SELECT account_id, id, email_status FROM signups WHERE account_id = a.id AND id > ${dayId} ORDER BY id DESC LIMIT ${mostLookedAt}) s
    UNION ALL
    SELECT count(*) FILTER (WHERE ${hasLeft(sql, 'status')}), count(*) FILTER (WHERE status = 9 AND bounce_class IS DISTINCT FROM 'transient')
    FROM (
      SELECT id AS signup_id FROM (
        SELECT id FROM signups WHERE account_id = a.id AND id > ${dayId} ORDER BY id DESC LIMIT ${mostLookedAt}) s
      UNION
      SELECT signup_id FROM (
        SELECT signup_id FROM invitations WHERE account_id = a.id AND id > ${dayId} ORDER BY id DESC LIMIT ${mostLookedAt}) i) people
    CROSS JOIN LATERAL (
      SELECT status, bounce_class FROM mails WHERE account_id = a.id AND signup_id = people.signup_id AND id > ${dayId} LIMIT 10) m) counted`;

/**
 * Codes that brought many signups within the hour, and at least half of all that they ever brought: a code
 * that does so hour after hour is told of once. One of each waitlist.
 */
const burstsSince = (sql: Sql, hourId: string) => sql`
  SELECT coalesce(json_agg(json_build_object(
    'waitlist_id', w.id, 'waitlist_name', w.name, 'signup_id', found.referrer_id, 'signups', found.signups, 'codes', found.codes)), '[]'::json) AS found
  FROM (
    SELECT DISTINCT ON (waitlist_id) waitlist_id, referrer_id, signups, count(*) OVER (PARTITION BY waitlist_id)::integer AS codes
    FROM (
      SELECT waitlist_id, coalesce(referred_by, claim.referrer_id) AS referrer_id, count(*)::integer AS signups
      FROM (SELECT id, waitlist_id, referred_by FROM signups WHERE account_id = a.id AND id > ${hourId} ORDER BY id DESC LIMIT ${mostLookedAt}) s
      LEFT JOIN LATERAL (SELECT referrer_id FROM referral_claims WHERE account_id = a.id AND signup_id = s.id LIMIT 1) claim ON true
      WHERE coalesce(referred_by, claim.referrer_id) IS NOT NULL
      GROUP BY 1, 2 HAVING count(*) >= ${unusualSignups}) codes
    CROSS JOIN LATERAL (
      SELECT referral_count FROM signups WHERE account_id = a.id AND id = codes.referrer_id LIMIT 1) referrer
    LEFT JOIN LATERAL (
      SELECT claims FROM referral_claim_counts WHERE account_id = a.id AND referrer_id = codes.referrer_id LIMIT 1) claimed ON true
    WHERE 2 * signups >= greatest(referral_count, claims)
    ORDER BY waitlist_id, signups DESC, referrer_id) found
  CROSS JOIN LATERAL (
    SELECT id, name FROM waitlists WHERE account_id = a.id AND id = found.waitlist_id AND deleted_at IS NULL LIMIT 1) w`;
