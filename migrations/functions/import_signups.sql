-- import_signups stores a part of an import in one round trip, in the caller's transaction (N6).
--
-- `options` is an object:
--   account_id, waitlist_id, import_id
--   signup_cap     how many stored signups the account may hold, null where unlimited
--   mailed         whether new signups get their mail
--   notified       whether signup.created is published, if the account has a feed
--   keeps          whether rows bring their position
--   imported_at    when those left who left at a time that the file does not tell
--   after_key, after_line, last_key, last_line   the part: the rows of import_outcomes behind one place up to another
--   referrers      the ids of who referred rows of the part, by their lines; null for none. Who is neither on the list nor in the part is left out
-- Each row has a signup to store, an object. What it lacks is null, or empty:
--   id, code               of the new signup
--   email, fold, utm_source, referrer, referrer_domain, metadata, fields, created_at
--   position               only where positions are kept
--   kept_code              a code of our form to keep if it is free
--   alias                  a code of another form
--   email_status, email_delivered_at, email_opened_at, email_clicked_at, confirmed_at, unsubscribed_at, converted_at
--   bounce_class           how its mail came back elsewhere
--   locale                 its language tag
--   campaign               what its link said besides the source, as columns of signup_campaigns
-- The addresses and positions of these rows differ. Nobody is told of the signup of a row with left_as.
--
-- Returns {added, changed, converted, referrals, found, left}, or null if the waitlist is gone. `changed` has the rows that became something else than the
-- validation said: [{line, before, outcome, id, field}], where `outcome` is created, existing (with the id of that signup), field_missing or
-- field_type (both with `field`), over_quota, list_full at highest_position, or archived (its text is `field`). `converted` has the new
-- signups of people who are users: [{id, converted_at}]. `referrals` is how many new signups have a referrer. `found` and `left` are the last
-- position of the list, before and behind the part.
--
-- Locks, in the order of add_signups: the account where it is capped, the counter, referrers, new signups, the counts of its mails.
-- Its other rows belong to the counter, or are new. The caller holds the import.
CREATE OR REPLACE FUNCTION import_signups(options json)
RETURNS json
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
SET enable_sort = on
AS $$
#variable_conflict use_variable
DECLARE
  account    uuid := options ->> 'account_id';
  list       uuid := options ->> 'waitlist_id';
  signup_cap bigint := options ->> 'signup_cap';
  mailed     boolean := options ->> 'mailed';
  keeps      boolean := options ->> 'keeps';
  wants      boolean := (options ->> 'notified')::boolean;
  import     uuid := options ->> 'import_id';
  after_key  bigint := options ->> 'after_key';
  after_line integer := options ->> 'after_line';
  last_key   bigint := options ->> 'last_key';
  last_line  integer := options ->> 'last_line';
  referrers  jsonb := coalesce(options -> 'referrers', '{}');
  present    jsonb := '{}';                                                -- has the ids of referrers that rows may get
  credited   uuid[];                                                       -- the referrers of new signups, one for each
  referrals  integer := 0;
  absent     uuid[];
  has_fields boolean;
  room       bigint;                                                       -- null where unlimited
  left_over  integer;                                                      -- positions; null where they are kept
  list_name  text;
  counter    record;
  stored_at  timestamptz;
  result     json;
  converted  json;
  counts     integer[];
BEGIN
  IF signup_cap IS NOT NULL THEN
    PERFORM 1 FROM accounts a WHERE a.id = account FOR NO KEY UPDATE;
  END IF;
  PERFORM 1 FROM waitlist_counters c WHERE c.account_id = account AND c.waitlist_id = list FOR NO KEY UPDATE;
  -- Behind the locks: a new statement sees all that was committed before they were granted.
  stored_at := date_trunc('milliseconds', clock_timestamp());
  SELECT c.waitlist_id, c.last_position, c.live_count, c.abuse_mode, c.confirm_hours, c.archived_text INTO counter FROM waitlist_counters c WHERE c.account_id = account AND c.waitlist_id = list;
  IF counter.waitlist_id IS NULL THEN
    RETURN NULL;
  END IF;
  IF signup_cap IS NOT NULL THEN
    room := signup_cap - (SELECT sum(c.live_count) FROM waitlist_counters c WHERE c.account_id = account);
  END IF;
  IF NOT keeps THEN
    left_over := greatest(0, highest_position() - counter.last_position);
  END IF;
  wants := wants AND EXISTS (SELECT 1 FROM event_counters c WHERE c.account_id = account);
  IF wants THEN
    list_name := (SELECT w.name FROM waitlists w WHERE w.account_id = account AND w.id = list);
  END IF;

  has_fields := EXISTS (SELECT 1 FROM field_definitions d WHERE d.account_id = account AND d.waitlist_id = list);

  IF referrers <> '{}' THEN
    PERFORM 1 FROM (SELECT DISTINCT r.value::uuid AS id FROM jsonb_each_text(referrers) r ORDER BY 1) named
    CROSS JOIN LATERAL (SELECT 1 FROM signups s WHERE s.account_id = account AND s.id = named.id LIMIT 1 FOR NO KEY UPDATE) held;
    SELECT coalesce(jsonb_object_agg(known.id, true), '{}') INTO present
    FROM (
      SELECT named.id FROM (SELECT DISTINCT r.value::uuid AS id FROM jsonb_each_text(referrers) r) named
      CROSS JOIN LATERAL (SELECT s.waitlist_id FROM signups s WHERE s.account_id = account AND s.id = named.id LIMIT 1) found
      WHERE found.waitlist_id = list
      UNION ALL
      SELECT o.signup_id FROM import_outcomes o
      WHERE o.account_id = account AND o.import_id = import AND o.sort_key IS NOT NULL
        AND (o.sort_key, o.line) > (after_key, after_line) AND (o.sort_key, o.line) <= (last_key, last_line)
        AND o.outcome = 'create' AND o.signup_id IS NOT NULL) known(id);
  END IF;

  WITH part AS MATERIALIZED (
    SELECT o.line, o.sort_key, o.outcome, o.email_key, o.signup_id AS known_id, o.left_as, r.*,
           CASE WHEN present ? (referrers ->> o.line::text) THEN (referrers ->> o.line::text)::uuid END AS referrer_id,
           r.kept_code IS NOT NULL AND row_number() OVER (PARTITION BY r.kept_code ORDER BY o.sort_key, o.line) > 1 AS is_repeated
    FROM import_outcomes o
    CROSS JOIN LATERAL json_to_record(o.signup) AS r(
      id uuid, code text, email text, fold text COLLATE "C", utm_source text, referrer text, referrer_domain text, metadata json, fields json,
      created_at timestamptz, "position" integer, kept_code text, alias text, email_status smallint, email_delivered_at timestamptz,
      email_opened_at timestamptz, email_clicked_at timestamptz, confirmed_at timestamptz, unsubscribed_at timestamptz,
      converted_at timestamptz, bounce_class text, locale text, campaign json)
    WHERE o.account_id = account AND o.import_id = import AND o.sort_key IS NOT NULL
      AND (o.sort_key, o.line) > (after_key, after_line) AND (o.sort_key, o.line) <= (last_key, last_line)
      AND o.outcome IN ('create', 'existing', 'over_quota')
  ), given AS MATERIALIZED (
    SELECT r.*, row_number() OVER (ORDER BY r.sort_key, r.line) AS ord,
           existing.id AS existing_id, checked.kept, checked.missing, checked.mistyped,
           coalesce(taken.is_taken, false) AS is_taken,
           existing.id IS NULL AND counter.archived_text IS NULL AND checked.missing IS NULL AND checked.mistyped IS NULL AS is_new
    FROM part r
    LEFT JOIN LATERAL (
      SELECT s.id FROM signups s
      WHERE s.account_id = account AND s.waitlist_id = list AND s.email_key = r.email_key AND s.email_key >= '' LIMIT 1) existing ON true
    -- With LIMIT one code at a time is looked up: EXISTS may read the codes of all lists for each part.
    LEFT JOIN LATERAL (SELECT true AS is_taken FROM signups s WHERE s.referral_code = r.kept_code LIMIT 1) taken ON true
    LEFT JOIN LATERAL (
      SELECT json_object_agg(d.key, r.fields -> d.key) FILTER (WHERE json_typeof(r.fields -> d.key) = d.type) AS kept,
             min(d.key) FILTER (WHERE d.required AND coalesce(json_typeof(r.fields -> d.key), 'null') = 'null') AS missing,
             min(d.key || ' ' || d.type) FILTER (WHERE json_typeof(r.fields -> d.key) NOT IN ('null', d.type)) AS mistyped
      FROM field_definitions d WHERE has_fields AND d.account_id = account AND d.waitlist_id = list) checked ON has_fields
  ), judged AS MATERIALIZED (
    SELECT n.*, n.is_new AND (n.nth <= least(room, left_over)) IS NOT FALSE AS is_stored
    FROM (SELECT g.*, count(*) FILTER (WHERE g.is_new) OVER (ORDER BY g.ord) AS nth FROM given g) n
  ), ready AS MATERIALIZED (
    -- The first that are new are stored, so the n-th new one is the n-th stored one.
    SELECT j.ord, j.id, CASE WHEN keeps THEN j.position ELSE counter.last_position + j.nth::integer END AS position,
           counter.live_count + j.nth::integer AS total, j.email, j.email_key,
           CASE WHEN counter.abuse_mode IS NOT NULL THEN nullif(j.fold, j.email_key) END AS fold_key,
           CASE WHEN j.kept_code IS NOT NULL AND NOT j.is_taken AND NOT j.is_repeated THEN j.kept_code ELSE j.code END AS referral_code,
           CASE WHEN j.kept_code IS NOT NULL AND j.is_taken AND NOT j.is_repeated THEN j.kept_code ELSE j.alias END AS alias,
           j.utm_source, j.referrer, j.referrer_domain, coalesce(j.metadata, '{}') AS metadata, coalesce(j.kept, '{}') AS fields, j.locale, j.campaign,
           coalesce(j.created_at, stored_at) AS created_at, coalesce(j.email_status, 0::smallint) AS email_status,
           j.email_delivered_at, j.email_opened_at, j.email_clicked_at, j.confirmed_at, unsubscribed.at AS unsubscribed_at,
           j.left_as IS NOT NULL AS has_left,
           -- Without a mail it would count as one for good.
           j.email_status = 9 AND j.bounce_class IS NOT DISTINCT FROM 'transient' AS is_back_for_now,
           mailed AND coalesce(j.email_status, 0) = 0 AND unsubscribed.at IS NULL
             AND (counter.confirm_hours IS NULL OR j.confirmed_at IS NOT NULL) AS is_mailed,
           mailed AND unsubscribed.at IS NULL AND counter.confirm_hours IS NOT NULL AND j.confirmed_at IS NULL AS is_asked,
           nullif(j.referrer_id, j.id) AS referred_by,
           overlay(j.id::text placing right(gen_random_uuid()::text, 17) from 20)::uuid AS confirm_mail
    FROM judged j
    CROSS JOIN LATERAL (
      SELECT coalesce(j.unsubscribed_at, CASE WHEN 'unsubscribed' = ANY (j.left_as) THEN (options ->> 'imported_at')::timestamptz END) AS at
    ) unsubscribed
    WHERE j.is_stored
  ), stored AS (
    INSERT INTO signups (account_id, id, waitlist_id, position, email, email_key, referral_code, utm_source, referrer, referrer_domain, metadata,
                         fields, created_at, email_status, email_delivered_at, email_opened_at, email_clicked_at, confirmed_at, unsubscribed_at,
                         confirmable_until, confirm_sent_at, confirm_count, fold_key, import_id, locale, referred_by)
    SELECT account, s.id, list, s.position, s.email, s.email_key, s.referral_code, s.utm_source, s.referrer, s.referrer_domain, s.metadata,
           s.fields, s.created_at, s.email_status, s.email_delivered_at, s.email_opened_at, s.email_clicked_at, s.confirmed_at, s.unsubscribed_at,
           CASE WHEN s.is_asked THEN stored_at + make_interval(hours => counter.confirm_hours) END,
           CASE WHEN s.is_asked THEN stored_at END, s.is_asked::integer, s.fold_key, import, s.locale, s.referred_by
    FROM ready s ORDER BY s.ord
  ), campaigns AS (
    INSERT INTO signup_campaigns (account_id, signup_id, waitlist_id, utm_medium, utm_campaign, utm_term, utm_content, created_at)
    SELECT account, s.id, list, s.campaign ->> 'utm_medium', s.campaign ->> 'utm_campaign', s.campaign ->> 'utm_term',
           s.campaign ->> 'utm_content', s.created_at
    FROM ready s WHERE s.campaign IS NOT NULL
  ), days AS (
    INSERT INTO signup_daily AS d (account_id, waitlist_id, day, source, signups)
    SELECT account, list, (s.created_at AT TIME ZONE 'UTC')::date, coalesce(s.utm_source, 'direct'), count(*) FROM ready s GROUP BY 3, 4
    ON CONFLICT (account_id, waitlist_id, day, source) DO UPDATE SET signups = d.signups + excluded.signups
  ), domains AS (
    INSERT INTO signup_domains AS d (account_id, waitlist_id, domain, signups)
    SELECT account, list, s.referrer_domain, count(*) FROM ready s WHERE s.referrer_domain IS NOT NULL GROUP BY 3
    ON CONFLICT (account_id, waitlist_id, domain) DO UPDATE SET signups = d.signups + excluded.signups
  ), aliases AS (
    INSERT INTO referral_aliases (account_id, waitlist_id, alias, signup_id)
    SELECT account, list, s.alias, s.id FROM ready s WHERE s.alias IS NOT NULL
    ON CONFLICT DO NOTHING
  ), mail AS (
    INSERT INTO mails (account_id, id, kind, signup_id, state, bounce_class)
    SELECT account, s.id, 'signup', NULL::uuid, 'queued', NULL FROM ready s WHERE s.is_mailed
    UNION ALL
    SELECT account, s.id, 'signup', NULL::uuid, 'sent', 'transient' FROM ready s WHERE s.is_back_for_now
    UNION ALL
    SELECT account, s.confirm_mail, 'confirm', s.id, 'queued', NULL FROM ready s WHERE s.is_asked
  ), jobs AS (
    INSERT INTO outbox (account_id, job, id, payload)
    SELECT account, 'send-signup-email', CASE WHEN s.is_asked THEN s.confirm_mail ELSE s.id END, '{}'::json
    FROM ready s WHERE s.is_mailed OR s.is_asked
    UNION ALL
    SELECT account, 'fan-out-event', s.id, json_build_object('fired_at', clock_timestamp(), 'type', 'signup.created', 'data', json_build_object(
      'id', s.id, 'waitlist_id', list, 'waitlist_name', list_name, 'email', s.email, 'position', s.position,
      'total', s.total, 'referral_code', s.referral_code, 'referred_by', NULL, 'utm_source', s.utm_source,
      'metadata', s.metadata, 'created_at', s.created_at))
    FROM ready s WHERE wants AND NOT s.has_left
  )
  SELECT json_agg(json_build_object('line', j.line, 'before', j.outcome, 'id', coalesce(j.existing_id, j.id),
           'field', coalesce(counter.archived_text, j.missing, j.mistyped),
           'outcome', CASE WHEN j.is_stored THEN 'created' WHEN j.existing_id IS NOT NULL THEN 'existing'
                           WHEN counter.archived_text IS NOT NULL THEN 'archived' WHEN j.missing IS NOT NULL THEN 'field_missing'
                           WHEN j.mistyped IS NOT NULL THEN 'field_type' WHEN j.nth > room THEN 'over_quota' ELSE 'list_full' END) ORDER BY j.ord)
           FILTER (WHERE (CASE WHEN j.is_stored THEN 'create' WHEN j.existing_id IS NOT NULL THEN 'existing' ELSE '' END) <> j.outcome
                     OR coalesce(j.existing_id, j.id) IS DISTINCT FROM j.known_id),
         json_agg(json_build_object('id', j.id, 'converted_at', j.converted_at)) FILTER (WHERE j.is_stored AND j.converted_at IS NOT NULL),
         (SELECT ARRAY[count(*), coalesce(sum((e.counted).sent), 0), coalesce(sum((e.counted).delivered), 0), coalesce(sum((e.counted).opened), 0),
                       coalesce(sum((e.counted).clicked), 0), count(e.confirmed_at)]::integer[]
          FROM (SELECT engagement_of(s.email_status, s.email_delivered_at, s.email_opened_at, s.email_clicked_at) AS counted, s.confirmed_at FROM ready s) e),
         (SELECT array_agg(s.referred_by) FROM ready s WHERE s.referred_by IS NOT NULL)
  INTO result, converted, counts, credited FROM judged j;

  IF credited IS NOT NULL THEN
    WITH held AS MATERIALIZED (
      SELECT c.id, c.count, found.place
      FROM (SELECT r.id, count(*)::integer AS count FROM unnest(credited) AS r(id) GROUP BY r.id) c
      LEFT JOIN LATERAL (SELECT s.ctid AS place FROM signups s WHERE s.account_id = account AND s.id = c.id LIMIT 1) found ON true
    ), counted AS (
      UPDATE signups s SET referral_count = s.referral_count + h.count FROM held h WHERE s.ctid = h.place
    )
    SELECT coalesce(sum(h.count) FILTER (WHERE h.place IS NOT NULL), 0), array_agg(h.id) FILTER (WHERE h.place IS NULL)
    INTO referrals, absent FROM held h;
    -- Their rows did not become signups after all.
    IF absent IS NOT NULL THEN
      UPDATE signups s SET referred_by = NULL
      WHERE s.ctid = ANY (ARRAY(
        SELECT named.place FROM unnest(absent) AS r(id)
        CROSS JOIN LATERAL (SELECT n.ctid AS place FROM signups n WHERE n.account_id = account AND n.referred_by = r.id OFFSET 0) named));
    END IF;
  END IF;

  UPDATE waitlist_counters c
  SET last_position = CASE WHEN keeps THEN c.last_position ELSE c.last_position + counts[1] END, live_count = c.live_count + counts[1],
      referred_count = c.referred_count + referrals
  WHERE c.account_id = account AND c.waitlist_id = list;
  IF counts[2] + counts[3] + counts[4] + counts[5] + counts[6] > 0 THEN
    UPDATE signup_email_counts e
    SET sent = e.sent + counts[2], delivered = e.delivered + counts[3], opened = e.opened + counts[4], clicked = e.clicked + counts[5],
        confirmed = e.confirmed + counts[6]
    WHERE e.account_id = account AND e.waitlist_id = list;
  END IF;
  RETURN json_build_object('added', counts[1], 'changed', result, 'converted', converted, 'referrals', referrals, 'found', counter.last_position,
                           'left', counter.last_position + CASE WHEN keeps THEN 0 ELSE counts[1] END);
END
$$;
