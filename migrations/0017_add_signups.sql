-- The function of 0014, which no longer joins a table in an order that the planner may choose. Of a table that was analysed while
-- nearly empty the planner believes that it still is, and began with it: a signup then read its whole list once for each of its rows.
-- So rows are looked up from what the batch holds (ANY (ARRAY ...), LATERAL ... LIMIT 1), and that only.

-- add_signups stores a batch of signup requests in one statement and one round trip (spec 4.3, 4.6, 8).
--
-- `requests` is an array of objects:
--   ord            its place in the batch, from 1
--   account_id     the caller's account
--   waitlist_id
--   signup_cap     how many stored signups the account may hold, null where unlimited
--   mailed         whether a signup email is owed
--   notified       whether the plan has integrations; signup.created is owed to those that want it
--   id, code       for the new signup, made by the caller
--   email, email_key, utm_source, referrer, referrer_domain, metadata, fields
--   referrer_code  another signup's code in canonical form, or null
-- The caller keeps (waitlist_id, email_key) unique within a batch.
--
-- One row per request comes back; `outcome` is
--   created    the new signup
--   existing   the address was on the list: that signup (spec 1 rule 3)
--   no_waitlist, field_missing, field_type (both with `field`), over_quota    nothing was stored
--
-- Locks, in this order everywhere: accounts by id, counters by waitlist id, signups by id.
CREATE OR REPLACE FUNCTION add_signups(requests json)
RETURNS TABLE (ord integer, outcome text, id uuid, "position" integer, total integer, referral_code text, field text, fired boolean)
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan   -- planning this costs more than running it
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
AS $$
#variable_conflict use_column
DECLARE
  stored_at timestamptz;
BEGIN
  -- Only capped accounts pay for an account lock: their limit spans waitlists (spec 8, exact under concurrency).
  PERFORM 1 FROM accounts a
  WHERE a.id = ANY (ARRAY(SELECT r.account_id FROM json_to_recordset(requests) AS r(account_id uuid, signup_cap integer)
                          WHERE r.signup_cap IS NOT NULL))
  ORDER BY a.id FOR NO KEY UPDATE;

  PERFORM 1 FROM waitlist_counters c
  WHERE c.waitlist_id = ANY (ARRAY(SELECT r.waitlist_id FROM json_to_recordset(requests) AS r(waitlist_id uuid)))
  ORDER BY c.waitlist_id FOR NO KEY UPDATE;

  -- Taken behind the lock, so that created_at never disagrees with position.
  stored_at := date_trunc('milliseconds', clock_timestamp());

  -- A new statement has a new snapshot: it sees all that was committed before the locks were granted.
  RETURN QUERY
  WITH request AS MATERIALIZED (
    SELECT r.*, c.last_position, c.live_count,
           c.waitlist_id IS NOT NULL AS has_waitlist,
           existing.id AS existing_id, existing.position AS existing_position, existing.referral_code AS existing_code,
           checked.kept, checked.missing, checked.mistyped,
           c.waitlist_id IS NOT NULL AND existing.id IS NULL AND checked.missing IS NULL AND checked.mistyped IS NULL AS wanted,
           CASE WHEN r.signup_cap IS NOT NULL THEN
             (SELECT sum(k.live_count) FROM waitlist_counters k WHERE k.account_id = r.account_id) END AS stored
    FROM json_to_recordset(requests) AS r(
      ord integer, account_id uuid, waitlist_id uuid, signup_cap integer, mailed boolean, notified boolean, id uuid, code text,
      email text, email_key text COLLATE "C", utm_source text, referrer text, referrer_domain text, metadata json, fields json, referrer_code text)
    LEFT JOIN LATERAL (
      SELECT k.waitlist_id, k.account_id, k.last_position, k.live_count FROM waitlist_counters k
      WHERE k.waitlist_id = r.waitlist_id LIMIT 1) c ON c.account_id = r.account_id       -- LIMIT 1: by this key and no other
    LEFT JOIN LATERAL (
      SELECT s.id, s.position, s.referral_code FROM signups s
      WHERE s.waitlist_id = c.waitlist_id AND s.email_key = r.email_key LIMIT 1) existing ON true
    LEFT JOIN LATERAL (
      -- Declared keys are kept, others dropped; null counts as absent (spec 2.5).
      SELECT json_object_agg(d.key, r.fields -> d.key) FILTER (WHERE json_typeof(r.fields -> d.key) = d.type) AS kept,
             min(d.key) FILTER (WHERE d.required AND coalesce(json_typeof(r.fields -> d.key), 'null') = 'null') AS missing,
             min(d.key || ' ' || d.type) FILTER (WHERE json_typeof(r.fields -> d.key) NOT IN ('null', d.type)) AS mistyped
      FROM field_definitions d WHERE d.waitlist_id = c.waitlist_id) checked ON true
  ), decided AS MATERIALIZED (
    SELECT *, wanted AND (signup_cap IS NULL
                          OR stored + count(*) FILTER (WHERE wanted) OVER (PARTITION BY account_id ORDER BY ord) <= signup_cap) AS accepted
    FROM request
  ), placed AS MATERIALIZED (
    SELECT d.*, (count(*) FILTER (WHERE d.accepted) OVER (PARTITION BY d.waitlist_id ORDER BY d.ord))::integer AS nth,
           CASE WHEN d.accepted AND d.referrer_code IS NOT NULL THEN coalesce(
             (SELECT s.id FROM (SELECT id, waitlist_id FROM signups WHERE referral_code = d.referrer_code LIMIT 1) s
              WHERE s.waitlist_id = d.waitlist_id),
             (SELECT earlier.id FROM decided earlier WHERE earlier.code = d.referrer_code AND earlier.waitlist_id = d.waitlist_id
                AND earlier.accepted AND earlier.ord < d.ord)) END AS referrer_id,
           d.accepted AND d.notified IS TRUE AND EXISTS (
             SELECT 1 FROM integrations i WHERE i.account_id = d.account_id AND wants_event(i, 'signup.created')
             OFFSET 0) AS fired                                       -- OFFSET: asked for each, never of all integrations there are
    FROM decided d
  ), credit AS MATERIALIZED (
    SELECT referrer_id, count(*)::integer AS credits FROM placed WHERE referrer_id IS NOT NULL GROUP BY referrer_id
  ), grown AS MATERIALIZED (
    SELECT waitlist_id, count(*)::integer AS added, count(referrer_id)::integer AS referred
    FROM placed WHERE accepted GROUP BY waitlist_id
  ), counted AS (
    UPDATE waitlist_counters c
    SET (last_position, live_count, referred_count) =
      (SELECT c.last_position + n.added, c.live_count + n.added, c.referred_count + n.referred FROM grown n WHERE n.waitlist_id = c.waitlist_id)
    WHERE c.waitlist_id = ANY (ARRAY(SELECT waitlist_id FROM grown))
  ), stored AS (
    INSERT INTO signups (id, waitlist_id, position, email, email_key, referral_code, referral_count, referred_by,
                         utm_source, referrer, referrer_domain, metadata, fields, created_at)
    SELECT p.id, p.waitlist_id, p.last_position + p.nth, p.email, p.email_key, p.code,
           coalesce((SELECT credits FROM credit WHERE referrer_id = p.id), 0), p.referrer_id,
           p.utm_source, p.referrer, p.referrer_domain, p.metadata, coalesce(p.kept, '{}'), stored_at
    FROM placed p WHERE p.accepted
  ), credited AS (
    UPDATE signups s SET referral_count = s.referral_count + (SELECT credits FROM credit WHERE referrer_id = s.id)
    WHERE s.id = ANY (ARRAY(
      SELECT locked.id FROM (SELECT referrer_id FROM credit ORDER BY referrer_id) c
      CROSS JOIN LATERAL (SELECT id FROM signups WHERE id = c.referrer_id LIMIT 1 FOR NO KEY UPDATE) locked))
  ), mailed AS (
    INSERT INTO signup_emails (signup_id, account_id) SELECT p.id, p.account_id FROM placed p WHERE p.accepted AND p.mailed
  ), owed AS (
    INSERT INTO outbox (job, id, account_id) SELECT 'send-signup-email', p.id, p.account_id FROM placed p WHERE p.accepted AND p.mailed
  ), told AS (
    INSERT INTO outbox (job, id, account_id, payload)
    SELECT 'fan-out-event', p.id, p.account_id, json_build_object('fired_at', clock_timestamp(), 'event', json_build_object(
      'type', 'signup.created', 'data', json_build_object(
        'id', p.id, 'waitlist_id', p.waitlist_id, 'waitlist_name', w.name, 'email', p.email, 'position', p.last_position + p.nth,
        'total', p.live_count + p.nth, 'referral_code', p.code, 'referred_by', p.referrer_id, 'utm_source', p.utm_source,
        'metadata', p.metadata, 'created_at', iso_time(stored_at))))
    FROM placed p CROSS JOIN LATERAL (SELECT name FROM waitlists WHERE id = p.waitlist_id LIMIT 1) w WHERE p.fired
  ), by_day AS (
    INSERT INTO signup_daily AS d (waitlist_id, day, source, signups)
    SELECT p.waitlist_id, (stored_at AT TIME ZONE 'UTC')::date, coalesce(p.utm_source, 'direct'), count(*)
    FROM placed p WHERE p.accepted GROUP BY 1, 2, 3
    ON CONFLICT (waitlist_id, day, source) DO UPDATE SET signups = d.signups + excluded.signups
  ), by_domain AS (
    INSERT INTO signup_domains AS d (waitlist_id, domain, signups)
    SELECT p.waitlist_id, p.referrer_domain, count(*)
    FROM placed p WHERE p.accepted AND p.referrer_domain IS NOT NULL GROUP BY 1, 2
    ON CONFLICT (waitlist_id, domain) DO UPDATE SET signups = d.signups + excluded.signups
  )
  SELECT p.ord,
         CASE WHEN NOT p.has_waitlist THEN 'no_waitlist'
              WHEN p.existing_id IS NOT NULL THEN 'existing'
              WHEN p.missing IS NOT NULL THEN 'field_missing'
              WHEN p.mistyped IS NOT NULL THEN 'field_type'
              WHEN p.accepted THEN 'created'
              ELSE 'over_quota' END,
         CASE WHEN p.accepted THEN p.id ELSE p.existing_id END,
         CASE WHEN p.accepted THEN p.last_position + p.nth ELSE p.existing_position END,
         p.live_count + p.nth,
         CASE WHEN p.accepted THEN p.code ELSE p.existing_code END,
         coalesce(p.missing, p.mistyped),
         p.fired
  FROM placed p;
END
$$;
