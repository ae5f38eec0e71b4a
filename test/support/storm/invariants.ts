import type { Sql, Tx } from '../../../src/shared/platform/postgres/connection.ts';

/**
 * Compares all counters with their rows, and checks that mails have jobs and signups, over all lists.
 * @returns the broken invariants
 */
export async function findBrokenInvariants(sql: Sql | Tx): Promise<string[]> {
  return 'savepoint' in sql ? compare(sql) : sql.begin(compare);
}

async function compare(sql: Tx): Promise<string[]> {
  // Whole tables are compared, of which the planner may not have heard yet: no row by row, and no time limit.
  await sql`
    SELECT set_config('enable_seqscan', 'on', true), set_config('enable_nestloop', 'off', true), set_config('enable_mergejoin', 'off', true),
           set_config('statement_timeout', '0', true)`;
  const wrong = await sql<{ what: string; kept: number | null; counted: number | null }[]>`
    WITH counted_daily AS (
      SELECT waitlist_id, (created_at AT TIME ZONE 'UTC')::date AS day, coalesce(utm_source, 'direct') AS source, count(*)::integer AS n
      FROM signups GROUP BY 1, 2, 3
    ), counted_domains AS (
      SELECT waitlist_id, referrer_domain AS domain, count(*)::integer AS n FROM signups WHERE referrer_domain IS NOT NULL GROUP BY 1, 2
    ), lists AS (
      SELECT c.*, count(s.id)::integer AS rows, (count(r.id) FILTER (WHERE s.uncredited IS NULL))::integer AS referred, coalesce(max(s.position), 0) AS highest
      FROM waitlist_counters c LEFT JOIN signups s USING (account_id, waitlist_id)
      LEFT JOIN signups r ON r.account_id = s.account_id AND r.id = s.referred_by GROUP BY c.account_id, c.waitlist_id
    )
    SELECT 'live_count of ' || waitlist_id AS what, live_count AS kept, rows AS counted FROM lists WHERE live_count <> rows
    UNION ALL
    SELECT 'referred_count of ' || waitlist_id, referred_count, referred FROM lists WHERE referred_count <> referred
    UNION ALL
    SELECT 'last_position of ' || waitlist_id, last_position, highest FROM lists WHERE last_position < highest
    UNION ALL
    SELECT 'referral_count of ' || s.id, s.referral_count, coalesce(r.n, 0)
    FROM signups s LEFT JOIN (SELECT account_id, referred_by AS id, count(*)::integer AS n FROM signups WHERE uncredited IS NULL GROUP BY 1, 2) r USING (account_id, id)
    WHERE s.referral_count <> coalesce(r.n, 0)
    UNION ALL
    SELECT 'signup_daily of ' || concat_ws(' ', waitlist_id, day, source), d.signups, c.n
    FROM signup_daily d FULL JOIN counted_daily c USING (waitlist_id, day, source) WHERE coalesce(d.signups, 0) <> coalesce(c.n, 0)
    UNION ALL
    SELECT 'signup_domains of ' || concat_ws(' ', waitlist_id, domain), d.signups, c.n
    FROM signup_domains d FULL JOIN counted_domains c USING (waitlist_id, domain) WHERE coalesce(d.signups, 0) <> coalesce(c.n, 0)
    UNION ALL
    SELECT 'referrer outside the list of ' || s.id, NULL, NULL
    FROM signups s LEFT JOIN signups r ON r.account_id = s.account_id AND r.id = s.referred_by AND r.waitlist_id = s.waitlist_id
    WHERE s.referred_by IS NOT NULL AND r.id IS NULL
      AND NOT EXISTS (SELECT FROM removed_referrers x WHERE x.waitlist_id = s.waitlist_id AND x.signup_id = s.referred_by)
    UNION ALL
    SELECT 'a ' || m.state || ' email without a job: ' || m.id, NULL, NULL
    FROM mails m JOIN signups s ON s.account_id = m.account_id AND s.id = coalesce(m.signup_id, m.id)
    JOIN waitlist_counters c ON c.account_id = s.account_id AND c.waitlist_id = s.waitlist_id
    WHERE m.state IN ('queued', 'sending') AND NOT EXISTS (
      SELECT FROM outbox o WHERE o.account_id = m.account_id AND o.job = 'send-signup-email' AND o.id = m.id)
    UNION ALL
    SELECT 'a removed referrer without a job: ' || x.signup_id, NULL, NULL
    FROM removed_referrers x
    WHERE NOT EXISTS (SELECT FROM outbox o WHERE o.account_id = x.account_id AND o.job = 'clear-referrals' AND o.id = x.signup_id)
      AND EXISTS (SELECT FROM waitlist_counters c WHERE c.account_id = x.account_id AND c.waitlist_id = x.waitlist_id)
    UNION ALL
    -- N4: a claim is credited where its signup names its referrer, and only there. Other referrals are from before the policy.
    SELECT 'credited of claim ' || c.signup_id, c.credited::integer, (s.referred_by IS NOT NULL AND s.uncredited IS NULL)::integer
    FROM referral_claims c JOIN signups s ON s.account_id = c.account_id AND s.id = c.signup_id
    JOIN signups r ON r.account_id = c.account_id AND r.id = c.referrer_id
    WHERE c.credited <> (s.referred_by IS NOT NULL AND s.referred_by = c.referrer_id AND s.uncredited IS NULL)
       OR (s.referred_by IS NOT NULL AND s.referred_by <> c.referrer_id)
    UNION ALL
    SELECT 'referral_count of ' || r.id || ' below its credited claims', r.referral_count, n.credited
    FROM signups r JOIN (SELECT account_id, referrer_id AS id, count(*) FILTER (WHERE credited)::integer AS credited FROM referral_claims GROUP BY 1, 2) n
      USING (account_id, id)
    WHERE r.referral_count < n.credited
    UNION ALL
    SELECT 'a claim without a signup: ' || c.signup_id, NULL, NULL
    FROM referral_claims c LEFT JOIN signups s ON s.account_id = c.account_id AND s.id = c.signup_id
    JOIN waitlist_counters w ON w.account_id = c.account_id AND w.waitlist_id = c.waitlist_id
    WHERE s.id IS NULL AND NOT EXISTS (SELECT FROM removed_referrers x WHERE x.account_id = c.account_id AND x.signup_id = c.referrer_id)
    UNION ALL
    -- N5: a signup that has reached a reward has it, or a worker is to look.
    SELECT 'a reward of ' || level.at || ' that ' || s.id || ' has reached and not got', NULL, NULL
    FROM waitlist_counters c CROSS JOIN LATERAL unnest(c.reward_levels) AS level(at)
    JOIN signups s ON s.account_id = c.account_id AND s.waitlist_id = c.waitlist_id AND s.referral_count >= level.at
    WHERE NOT EXISTS (SELECT FROM reward_grants g WHERE g.account_id = s.account_id AND g.signup_id = s.id AND g.at = level.at)
      AND NOT EXISTS (SELECT FROM outbox o WHERE o.account_id = s.account_id AND o.job = 'grant-rewards' AND o.id = s.id)
      AND NOT EXISTS (
        SELECT FROM reward_waits x WHERE x.account_id = s.account_id AND x.signup_id = s.id
          AND coalesce(x.looks_at > clock_timestamp(), true) AND s.referral_count - level.at < (
            SELECT count(*) FROM referral_claims r JOIN signups f ON f.account_id = r.account_id AND f.id = r.signup_id
            WHERE r.account_id = s.account_id AND r.referrer_id = s.id AND r.credited AND coalesce(r.reviewer, 'service') = 'service'
              AND f.confirmed_at IS NULL AND (r.reasons && '{bounced,complained,failed}' OR coalesce(f.email_delivered_at, f.email_opened_at, f.email_clicked_at) IS NULL)
              AND NOT EXISTS (SELECT FROM outbox o WHERE o.account_id = r.account_id AND o.job = 'judge-referral' AND o.id = r.signup_id)))
      AND NOT EXISTS (SELECT FROM outbox o WHERE o.account_id = s.account_id AND o.job = 'catch-up-rewards' AND o.id = s.waitlist_id)
    UNION ALL
    SELECT 'a reward without a signup: ' || g.signup_id, NULL, NULL
    FROM reward_grants g LEFT JOIN signups s ON s.account_id = g.account_id AND s.id = g.signup_id WHERE s.id IS NULL
    UNION ALL
    SELECT 'a campaign without a signup: ' || g.signup_id, NULL, NULL
    FROM signup_campaigns g LEFT JOIN signups s ON s.account_id = g.account_id AND s.id = g.signup_id WHERE s.id IS NULL
    UNION ALL
    SELECT 'a waiting reward without a signup: ' || x.signup_id, NULL, NULL
    FROM reward_waits x LEFT JOIN signups s ON s.account_id = x.account_id AND s.id = x.signup_id WHERE s.id IS NULL
    UNION ALL
    -- N6: what only the file of an import tells goes with its signups. An undone selection dealt with none.
    SELECT 'a suppression of an import that was taken back: ' || p.id, NULL, NULL
    FROM selections t JOIN suppressions p ON p.account_id = t.account_id AND p.import_id = t.import_id
    JOIN waitlist_counters c ON c.account_id = t.account_id AND c.waitlist_id = t.waitlist_id
    WHERE t.finished_at IS NOT NULL AND t.stopped_at IS NULL AND t.done + t.left_out = t.total
    UNION ALL
    SELECT 'mails about the reward of ' || m.reward_at || ' of ' || m.signup_id, count(*)::integer, 1
    FROM mails m WHERE m.kind = 'reward' GROUP BY m.signup_id, m.reward_at HAVING count(*) > 1
    UNION ALL
    SELECT 'an email that is held and sent: ' || c.signup_id, NULL, NULL
    FROM referral_claims c JOIN mails m ON m.account_id = c.account_id AND m.id = c.signup_id WHERE c.email_held AND m.state = 'sent'
    UNION ALL
    SELECT 'an email without a signup: ' || m.id, NULL, NULL
    FROM mails m LEFT JOIN signups s ON s.account_id = m.account_id AND s.id = coalesce(m.signup_id, m.id)
    WHERE s.id IS NULL AND m.kind <> 'notice'
    UNION ALL
    SELECT 'a pending email without a signup: ' || o.id, NULL, NULL
    FROM outbox o LEFT JOIN mails m ON m.account_id = o.account_id AND m.id = o.id WHERE o.job = 'send-signup-email' AND m.id IS NULL`;
  const engagement = await sql<{ what: string; kept: string; counted: string }[]>`
    WITH counted AS (
      -- C4.6 and C4.7. Ranks 0, 1, 4 and 5 are null, config_error, failed and suppressed.
      SELECT waitlist_id, count(*) FILTER (WHERE email_status NOT IN (0, 1, 4, 5)) AS sent,
             count(coalesce(email_delivered_at, email_opened_at, email_clicked_at)) AS delivered,
             count(coalesce(email_opened_at, email_clicked_at)) AS opened, count(email_clicked_at) AS clicked,
             count(confirmed_at) AS confirmed
      FROM signups GROUP BY waitlist_id
    )
    SELECT 'signup_email_counts of ' || c.waitlist_id AS what, concat_ws('/', k.sent, k.delivered, k.opened, k.clicked, k.confirmed) AS kept,
           concat_ws('/', c.sent, c.delivered, c.opened, c.clicked, c.confirmed) AS counted
    FROM counted c LEFT JOIN signup_email_counts k USING (waitlist_id)
    WHERE (coalesce(k.sent, 0), coalesce(k.delivered, 0), coalesce(k.opened, 0), coalesce(k.clicked, 0), coalesce(k.confirmed, 0)) <> (c.sent, c.delivered, c.opened, c.clicked, c.confirmed)`;
  const claims = await sql<{ what: string; kept: string; counted: string }[]>`
    WITH counted AS (
      SELECT account_id, referrer_id, count(*) AS claims, count(*) FILTER (WHERE credited) AS credited,
             count(*) FILTER (WHERE verdict IN ('withheld', 'held') AND state <> 'approved') AS withheld,
             count(*) FILTER (WHERE bounced) AS bounced, count(*) FILTER (WHERE is_hard AND state = 'open') AS hard,
             count(*) FILTER (WHERE verdict <> 'ok' AND state = 'open') AS open
      FROM referral_claims GROUP BY 1, 2
    )
    SELECT 'referral_claim_counts of ' || k.referrer_id AS what,
           concat_ws('/', k.claims, k.credited, k.withheld, k.bounced, k.hard, k.open) AS kept,
           concat_ws('/', c.claims, c.credited, c.withheld, c.bounced, c.hard, c.open) AS counted
    FROM referral_claim_counts k LEFT JOIN counted c USING (account_id, referrer_id)
    JOIN signups s ON s.account_id = k.account_id AND s.id = k.referrer_id
    WHERE (k.claims, k.credited, k.withheld, k.bounced, k.hard, k.open) IS DISTINCT FROM
          (coalesce(c.claims, 0), coalesce(c.credited, 0), coalesce(c.withheld, 0), coalesce(c.bounced, 0), coalesce(c.hard, 0), coalesce(c.open, 0))`;
  const invitations = await sql<{ what: string; kept: string | null; counted: string | null }[]>`
    WITH lists AS (SELECT account_id, waitlist_id FROM waitlist_counters),
    counted AS (SELECT account_id, wave_id AS id, count(*) AS invited FROM invitations WHERE wave_id IS NOT NULL GROUP BY 1, 2),
    members AS (SELECT account_id, wave_id AS id, sum(cardinality(signup_ids)) AS waiting FROM wave_parts GROUP BY 1, 2)
    SELECT 'invited of wave ' || v.id AS what, v.invited::text AS kept, coalesce(c.invited, 0)::text AS counted
    FROM waves v JOIN lists USING (account_id, waitlist_id) LEFT JOIN counted c USING (account_id, id) WHERE v.invited <> coalesce(c.invited, 0)
    UNION ALL
    SELECT 'members of wave ' || v.id, v.selected::text, m.dealt::text
    FROM waves v JOIN lists USING (account_id, waitlist_id) LEFT JOIN members w USING (account_id, id)
    CROSS JOIN LATERAL (
      SELECT coalesce(w.waiting, 0) + v.invited + (SELECT coalesce(sum(value::integer), 0) FROM jsonb_each_text(v.left_out)) AS dealt) m
    WHERE v.selected <> m.dealt AND v.state IN ('sending', 'sent')
    UNION ALL
    SELECT 'a wave without a job: ' || v.id, NULL, NULL
    FROM waves v JOIN lists USING (account_id, waitlist_id)
    WHERE v.state IN ('selecting', 'sending') AND NOT EXISTS (
      SELECT FROM outbox o WHERE o.account_id = v.account_id AND o.id = v.id AND o.job = CASE v.state WHEN 'sending' THEN 'send-wave' ELSE 'select-wave' END)
    UNION ALL
    SELECT 'an open invitation of nobody: ' || i.id, NULL, NULL
    FROM invitations i JOIN lists USING (account_id, waitlist_id) LEFT JOIN signups s ON s.account_id = i.account_id AND s.id = i.signup_id
    WHERE i.state = 'invited' AND s.id IS NULL
    UNION ALL
    SELECT 'two open invitations of ' || signup_id, NULL, NULL
    FROM invitations WHERE state IN ('invited', 'converted') GROUP BY account_id, signup_id HAVING count(*) > 1
    UNION ALL
    SELECT 'a converted invitation without a conversion: ' || i.id, NULL, NULL
    FROM invitations i JOIN signups s ON s.account_id = i.account_id AND s.id = i.signup_id
    LEFT JOIN conversions c ON c.account_id = i.account_id AND c.signup_id = i.signup_id AND c.invitation_id = i.id
    WHERE i.state = 'converted' AND c.signup_id IS NULL
    UNION ALL
    SELECT 'a conversion by an invitation that is not converted: ' || c.signup_id, NULL, NULL
    FROM conversions c LEFT JOIN invitations i ON i.account_id = c.account_id AND i.id = c.invitation_id
    WHERE c.invitation_id IS NOT NULL AND i.state IS DISTINCT FROM 'converted'
    UNION ALL
    SELECT 'a conversion of nobody: ' || c.signup_id, NULL, NULL
    FROM conversions c JOIN lists USING (account_id, waitlist_id) LEFT JOIN signups s ON s.account_id = c.account_id AND s.id = c.signup_id
    WHERE s.id IS NULL
    UNION ALL
    SELECT 'a mailed invitation that is not sent: ' || i.id, NULL, NULL
    FROM invitations i JOIN mails m ON m.account_id = i.account_id AND m.id = i.mail_id WHERE m.state = 'sent' AND i.sent_at IS NULL`;
  return [...wrong, ...engagement, ...claims, ...invitations].map(
    ({ what, kept, counted }) => `${what}: ${kept}, expected ${counted}`,
  );
}

/** The number of deadlocks that Postgres has resolved in this database. */
export async function countDeadlocks(sql: Sql): Promise<number> {
  const [row] = await sql<[{ deadlocks: number }]>`
    SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`;
  return row.deadlocks;
}

/** Recalculates the counters of a list after a test wrote rows itself. */
export async function recount(sql: Sql, waitlist: string): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`SET LOCAL statement_timeout = 0`; // also of a large list
    // Workers may judge referrals meanwhile: what is counted must not change before it is written.
    await tx`SELECT 1 FROM waitlist_counters WHERE waitlist_id = ${waitlist} FOR UPDATE`;
    await tx`DELETE FROM signup_daily WHERE waitlist_id = ${waitlist}`;
    await tx`DELETE FROM signup_domains WHERE waitlist_id = ${waitlist}`;
    await tx`DELETE FROM signup_email_counts WHERE waitlist_id = ${waitlist}`;
    await tx`
      INSERT INTO signup_daily (account_id, waitlist_id, day, source, signups)
      SELECT account_id, waitlist_id, (created_at AT TIME ZONE 'UTC')::date, coalesce(utm_source, 'direct'), count(*)
      FROM signups WHERE waitlist_id = ${waitlist} GROUP BY 1, 2, 3, 4`;
    await tx`
      INSERT INTO signup_domains (account_id, waitlist_id, domain, signups)
      SELECT account_id, waitlist_id, referrer_domain, count(*) FROM signups
      WHERE waitlist_id = ${waitlist} AND referrer_domain IS NOT NULL GROUP BY 1, 2, 3`;
    await tx`
      INSERT INTO signup_email_counts (account_id, waitlist_id, sent, delivered, opened, clicked, confirmed)
      SELECT account_id, waitlist_id, count(*) FILTER (WHERE email_status NOT IN (0, 1, 4, 5)),
             count(coalesce(email_delivered_at, email_opened_at, email_clicked_at)),
             count(coalesce(email_opened_at, email_clicked_at)), count(email_clicked_at), count(confirmed_at)
      FROM signups WHERE waitlist_id = ${waitlist} GROUP BY 1, 2`;
    await tx`
      UPDATE waitlist_counters c
      SET live_count = n.live, referred_count = n.referred, last_position = greatest(c.last_position, n.highest)
      FROM (SELECT count(*) AS live, count(referred_by) FILTER (WHERE uncredited IS NULL) AS referred, coalesce(max(position), 0) AS highest
            FROM signups WHERE waitlist_id = ${waitlist}) n
      WHERE c.waitlist_id = ${waitlist}`;
  });
}
