import { accountsWith } from '../../../platform/postgres/accounts-with.ts';
import type { RowKey } from '../../../platform/postgres/by-key.ts';
import { pipeline, type Sql, type Tx } from '../../../platform/postgres/connection.ts';
import type { JobNotification } from '../../../platform/queue/jobs.ts';
import { enqueueJobs } from '../../../platform/queue/outbox.ts';

/** A claim whose domain is to be looked up. */
export interface AskingClaim {
  readonly account_id: string;
  readonly signup_id: string;
  readonly email_domain: string;
}

/** How many claims of an account are looked at to find those that can be asked for now. */
const lookedAt = 5_000;

/**
 * Claims whose domains are to be looked up, oldest first: as many of each account. Claims at domains that
 * were asked for within 5 minutes without an answer are left out, until they are a day old: they would keep
 * others waiting.
 */
export function listAsking(sql: Sql, perAccount: number): Promise<AskingClaim[]> {
  return sql<AskingClaim[]>`
    WITH RECURSIVE ${accountsWith(sql, 'referral_claims', sql`asks_domain`)}
    SELECT c.account_id, c.signup_id, c.email_domain FROM accounts CROSS JOIN LATERAL (
      SELECT account_id, signup_id, email_domain FROM (
        SELECT account_id, signup_id, email_domain, created_at FROM referral_claims
        WHERE account_id = accounts.id AND asks_domain ORDER BY created_at LIMIT ${lookedAt}) asking
      WHERE created_at < clock_timestamp() - interval '1 day' OR NOT EXISTS (
        SELECT FROM mail_domains d
        WHERE d.domain = email_domain AND d.takes_mail IS NULL AND d.checked_at > clock_timestamp() - interval '5 minutes' OFFSET 0)
      ORDER BY created_at LIMIT ${perAccount}) c`;
}

/**
 * Those of the domains of which nothing fresh is known. One that the DNS did not answer is asked again after
 * 5 minutes.
 */
export async function findUnknownDomains(sql: Sql, domains: readonly string[]): Promise<string[]> {
  const rows = await sql<{ domain: string }[]>`
    SELECT given.domain FROM unnest(${domains as string[]}::text[]) AS given(domain)
    WHERE NOT EXISTS (
      SELECT FROM mail_domains d WHERE d.domain = given.domain
        AND d.checked_at > clock_timestamp() - CASE d.takes_mail WHEN true THEN interval '7 days' WHEN false THEN interval '1 day'
                                               ELSE interval '5 minutes' END)`;
  return rows.map(({ domain }) => domain);
}

/** Records what the DNS said. Rows are written in one order, as several workers write the same. */
export async function saveMailDomains(
  tx: Tx,
  found: readonly { domain: string; takes_mail: boolean | null }[],
): Promise<void> {
  await tx`
    INSERT INTO mail_domains AS d (domain, takes_mail)
    SELECT domain, takes_mail FROM json_to_recordset(${JSON.stringify(found)}::text::json) AS r(domain text, takes_mail boolean)
    ORDER BY domain
    ON CONFLICT (domain) DO UPDATE SET takes_mail = coalesce(excluded.takes_mail, d.takes_mail), checked_at = excluded.checked_at`;
}

/**
 * Stops asking for the domains of claims that are known now, or that nobody answered for a day. Enqueues
 * those whose domain takes no mail, to be judged again. Claims that others hold are left to the next run.
 * @returns the jobs to notify workers of
 */
export async function finishAsking(tx: Tx, claims: readonly AskingClaim[]): Promise<JobNotification[]> {
  const given = JSON.stringify(claims);
  const rows = await tx<(RowKey & { takes_mail: boolean | null })[]>`
    UPDATE referral_claims c SET asks_domain = false
    WHERE ctid = ANY (ARRAY(
      SELECT held.place FROM json_to_recordset(${given}::text::json) AS r(account_id uuid, signup_id uuid)
      CROSS JOIN LATERAL (
        SELECT ctid AS place, email_domain, created_at FROM referral_claims
        WHERE account_id = r.account_id AND signup_id = r.signup_id AND asks_domain LIMIT 1 FOR UPDATE SKIP LOCKED) held
      WHERE held.created_at < clock_timestamp() - interval '1 day'
         OR EXISTS (SELECT FROM mail_domains d WHERE d.domain = held.email_domain AND d.takes_mail IS NOT NULL)))
    RETURNING c.account_id AS "accountId", c.signup_id AS id,
              (SELECT d.takes_mail FROM mail_domains d WHERE d.domain = c.email_domain) AS takes_mail`;
  const dead = rows.filter(({ takes_mail }) => takes_mail === false);
  if (dead.length > 0) await enqueueJobs(tx, 'judge-referral', dead);
  return dead.map(({ accountId, id }) => ({ accountId, id }));
}

/** Enqueues claims that are due to settle, oldest first: as many of each account. @returns the new jobs */
export async function enqueueDueClaims(tx: Tx, perAccount: number): Promise<JobNotification[]> {
  return tx<JobNotification[]>`
    WITH RECURSIVE ${accountsWith(tx, 'referral_claims', tx`settles_at IS NOT NULL AND settles_at <= statement_timestamp()`)}
    INSERT INTO outbox (account_id, job, id)
    SELECT due.account_id, 'judge-referral', due.signup_id FROM accounts CROSS JOIN LATERAL (
      SELECT account_id, signup_id FROM referral_claims
      WHERE account_id = accounts.id AND settles_at IS NOT NULL AND settles_at <= statement_timestamp()
      ORDER BY settles_at LIMIT ${perAccount}) due
    ORDER BY 1, 3
    ON CONFLICT (account_id, job, id) DO NOTHING RETURNING id, account_id AS "accountId"`;
}

/**
 * Forgets the networks of visitors after 30 days, and domains as old; `limit` of each at most. @returns how
 * many
 */
export async function forgetOldTraces(tx: Tx, limit: number): Promise<number> {
  const [networks, domains] = await pipeline(
    tx`
    UPDATE referral_claims SET net_mac = NULL WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM referral_claims WHERE net_mac IS NOT NULL AND created_at < statement_timestamp() - interval '30 days'
      ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))`,
    tx`
    DELETE FROM mail_domains WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM mail_domains WHERE checked_at < statement_timestamp() - interval '30 days'
      ORDER BY checked_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))`,
  );
  return Math.max(networks.count, domains.count);
}
