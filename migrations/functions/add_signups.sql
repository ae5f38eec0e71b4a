-- add_signups stores a batch of signup requests in one round trip (spec 4.3, 4.6, 8).
--
-- `requests` is an array of objects:
--   ord            its place in the batch, from 1
--   account_id     the caller's account
--   waitlist_id
--   signup_cap     how many stored signups the account may hold, null where unlimited
--   mailed         whether a signup email is to be sent
--   notified       whether the plan has integrations; signup.created is published if the account has a feed
--   id, code       for the new signup, made by the caller
--   locale         its language tag; left out without one
--   campaign       what its link says besides the source, as columns of signup_campaigns; left out without
--   email, email_key, utm_source, referrer, referrer_domain, metadata, fields
--   signals        what judge_referral needs to know, or without a code only `fold`; a list that judges referrals stores no request without it
--   referrer_code  another signup's code in canonical form, or null
--   referrer_alias the code as it was passed, for a list with codes of another product; left out without one
-- The caller keeps (account_id, waitlist_id, email_key) unique within a batch.
--
-- One row per request comes back; `outcome` is
--   created    the new signup
--   existing   the address was on the list: that signup (spec 1 rule 3)
--              `unconfirmed` where the list asks for a confirmation that it has not got
--   no_waitlist, field_missing, field_type (both with `field`), over_quota, list_full (at highest_position), unjudged (without signals),
--              archived (with what to answer in `field`)
--              nothing was stored
--
-- On a list that asks for confirmation (N3) a new signup gets a mail of the kind confirm, whose id is in `confirm_mail`, and its own mail once
-- it is confirmed.
--
-- On a list that judges referrals (N4) a signup whose code is known gets a claim (judge_referral). One that is withheld credits nobody: its
-- `referred_by` is null.
--
-- On a list with rewards (N5) credits that reach one enqueue grant-rewards for the referrer.
--
-- Locks, in this order everywhere: accounts by id, counters by waitlist id, signups by id. The claims of a list belong to its counter.
--
-- It decides in a loop over the requests, and writes rows only where there are some: one statement for all of it would be made ready as a
-- whole for every batch, with its sorts and windows, also for a single request. An expression with a query in it costs what a statement
-- does: so those stand behind an IF, not within a CASE.
CREATE OR REPLACE FUNCTION add_signups(requests json)
RETURNS TABLE (ord integer, outcome text, id uuid, "position" integer, total integer, referral_code text, field text, fired boolean,
              confirm_mail uuid, unconfirmed boolean)
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan   -- planning this costs more than running it
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
AS $$
#variable_conflict use_column
DECLARE
  parsed signup_request[];
  capped uuid[];                                                           -- accounts whose stored signups are limited
  lists uuid[];                                                            -- by their ids,
  list_accounts uuid[];                                                    -- with whose they are said to be
  stored_at timestamptz;
  request record;
  account uuid;                                                            -- whose requests the loop is at
  account_wants boolean;                                                   -- it has a feed, and so has every account with an integration
  account_stored bigint;                                                   -- before this batch; null until a limit asks
  account_added integer;
  list uuid;                                                               -- the list the loop is at
  list_name text;
  list_added integer;
  signup signups;
  added signups[];
  any_domain boolean := false;
  any_referred boolean := false;
  any_rewarded boolean := false;                                           -- a code was passed on a list with rewards
  has_codes boolean;
  has_claims boolean;
  referred uuid[];                                                         -- by `ord`: the signup whose code was passed,
  facts claim_facts[];                                                     -- and what judge_referral needs to know; null where none does
  referrers tid[];                                                         -- where the signups are that referred new ones
  credits integer[];
  mailed uuid[];
  mailed_accounts uuid[];
  confirming signups[];                                                    -- those that are asked for confirmation by a mail,
  confirm_mails uuid[];                                                    -- and its ids
  campaign signup_campaigns;
  campaigns signup_campaigns[];
  claim referral_claims;
  claims referral_claims[];
  judged uuid[];                                                           -- the referrers of these claims,
  counts_of referral_claim_counts[];                                       -- with their counts
  counts referral_claim_counts;
  judgement record;
  fact claim_facts;
  of_batch record;
  place integer;
  folds text[];                                                            -- addresses of this batch without their tags, behind their lists
  event outbox;
  events outbox[];
BEGIN
  SELECT array_agg(r) INTO parsed FROM json_populate_recordset(NULL::signup_request, requests) r;

  SELECT array_agg(r.account_id ORDER BY r.waitlist_id, r.account_id), array_agg(r.waitlist_id ORDER BY r.waitlist_id, r.account_id),
         array_agg(DISTINCT r.account_id ORDER BY r.account_id) FILTER (WHERE r.is_capped), bool_or(r.has_codes), bool_or(r.has_claims)
  INTO list_accounts, lists, capped, has_codes, has_claims
  FROM (SELECT r.account_id, r.waitlist_id, bool_or(r.signup_cap IS NOT NULL) AS is_capped,
               bool_or(coalesce(r.referrer_code, r.referrer_alias) IS NOT NULL) AS has_codes,
               bool_or(coalesce(r.referrer_code, r.referrer_alias) IS NOT NULL AND r.signals IS NOT NULL) AS has_claims
        FROM unnest(parsed) r GROUP BY 1, 2) r;

  -- Only capped accounts pay for an account lock: their limit spans waitlists (spec 8, exact under concurrency).
  IF capped IS NOT NULL THEN
    PERFORM 1 FROM unnest(capped) AS r(id)
    CROSS JOIN LATERAL (SELECT 1 FROM accounts a WHERE a.id = r.id LIMIT 1 FOR NO KEY UPDATE) locked;   -- LIMIT 1: by this key and no other
  END IF;

  PERFORM 1 FROM unnest(list_accounts, lists) AS r(account_id, id)
  CROSS JOIN LATERAL (
    SELECT 1 FROM waitlist_counters c WHERE c.account_id = r.account_id AND c.waitlist_id = r.id LIMIT 1 FOR NO KEY UPDATE) locked;

  -- Taken behind the lock, so that created_at never disagrees with position.
  stored_at := date_trunc('milliseconds', clock_timestamp());

  -- A new statement has a new snapshot: it sees all that was committed before the locks were granted.
  IF has_codes THEN
    -- Of the same list, by its code, or by one that the list had elsewhere (N6).
    SELECT array_agg(coalesce(coded.id, aliased.signup_id) ORDER BY r.ord) INTO referred
    FROM unnest(parsed) r
    LEFT JOIN LATERAL (
      SELECT s.id FROM (
        SELECT s.id, s.account_id, s.waitlist_id FROM signups s WHERE s.referral_code = r.referrer_code LIMIT 1) s
      WHERE s.account_id = r.account_id AND s.waitlist_id = r.waitlist_id) coded ON true
    LEFT JOIN LATERAL (
      SELECT a.signup_id FROM referral_aliases a
      WHERE coded.id IS NULL AND r.referrer_alias IS NOT NULL AND a.account_id = r.account_id AND a.waitlist_id = r.waitlist_id
        AND a.alias IN (r.referrer_alias, r.referrer_code)
      ORDER BY a.alias = r.referrer_alias DESC LIMIT 1) aliased ON true;
  END IF;
  IF has_claims THEN
    -- Claims are counted in the order of one index: a plan by another one, made while the table is small, would read all claims of a code.
    SELECT array_agg(ROW(referrer.email_key, referrer.fold_key, policy.abuse_policy, counted.counts, of_domain.claims, of_network.claims,
                         coalesce(folded.exists, twin.exists, false), known.takes_mail, known.checked_at)::claim_facts ORDER BY r.ord) INTO facts
    FROM (SELECT r.ord, r.account_id, r.waitlist_id, r.email_key, referred[r.ord] AS referrer_id,
                 coalesce(r.referrer_code, r.referrer_alias) IS NOT NULL AS has_code, r.signals ->> 'fold' AS fold,
                 r.signals ->> 'domain' AS domain, NOT (r.signals ->> 'free')::boolean AS has_domain,
                 decode(r.signals ->> 'net', 'hex') AS net_mac
          FROM unnest(parsed) r OFFSET 0) r                                         -- so that each is taken out of the signals once
    LEFT JOIN LATERAL (
      SELECT s.email_key, s.fold_key FROM signups s
      WHERE s.account_id = r.account_id AND s.id = r.referrer_id LIMIT 1) referrer ON true
    LEFT JOIN LATERAL (
      SELECT w.abuse_policy FROM waitlist_settings w
      WHERE r.has_code AND w.account_id = r.account_id AND w.waitlist_id = r.waitlist_id LIMIT 1) policy ON true
    LEFT JOIN LATERAL (
      SELECT c AS counts FROM referral_claim_counts c
      WHERE c.account_id = r.account_id AND c.referrer_id = r.referrer_id LIMIT 1) counted ON true
    LEFT JOIN LATERAL (
      SELECT count(*)::integer AS claims FROM (
        SELECT 1 FROM referral_claims c
        WHERE r.has_domain AND c.account_id = r.account_id AND c.referrer_id = r.referrer_id AND c.email_domain = r.domain
          AND c.created_at > stored_at - interval '1 day' ORDER BY c.created_at LIMIT 5) same) of_domain ON true
    LEFT JOIN LATERAL (
      SELECT count(*)::integer AS claims FROM (
        SELECT 1 FROM referral_claims c
        WHERE c.account_id = r.account_id AND c.referrer_id = r.referrer_id AND c.net_mac = r.net_mac
          AND c.created_at > stored_at - interval '1 day' ORDER BY c.created_at LIMIT 5) same) of_network ON true
    LEFT JOIN LATERAL (
      SELECT true AS exists FROM signups s
      WHERE r.has_code AND r.fold <> r.email_key AND s.account_id = r.account_id AND s.waitlist_id = r.waitlist_id
        AND s.email_key = r.fold AND s.email_key >= '' LIMIT 1) folded ON true
    LEFT JOIN LATERAL (
      SELECT true AS exists FROM signups s
      WHERE r.has_code AND s.account_id = r.account_id AND s.waitlist_id = r.waitlist_id
        AND s.fold_key = r.fold AND s.fold_key IS NOT NULL LIMIT 1) twin ON true
    LEFT JOIN LATERAL (
      SELECT d.takes_mail, d.checked_at FROM mail_domains d
      WHERE r.has_domain AND r.has_code AND d.domain = r.domain LIMIT 1) known ON true;
  END IF;

  FOR request IN
    SELECT r.ord, r.account_id, r.waitlist_id, r.signup_cap, r.mailed, r.notified, r.id, r.code, r.email, r.email_key, r.utm_source,
           r.referrer, r.referrer_domain, r.metadata, r.referrer_code, r.signals, r.locale, r.campaign,
           counter.waitlist_id IS NOT NULL AS has_waitlist, counter.last_position, counter.live_count,
           counter.confirm_hours, counter.credit_on_confirm, counter.abuse_mode, counter.reward_levels, counter.archived_text,
           existing.confirmable_until, existing.confirmed_at,
           existing.id AS existing_id, existing.position AS existing_position, existing.referral_code AS existing_code,
           checked.kept, checked.missing, checked.mistyped
    FROM unnest(parsed) r
    LEFT JOIN LATERAL (
      SELECT c.waitlist_id, c.last_position, c.live_count, c.confirm_hours, c.credit_on_confirm, c.abuse_mode, c.reward_levels, c.archived_text
      FROM waitlist_counters c
      WHERE c.account_id = r.account_id AND c.waitlist_id = r.waitlist_id LIMIT 1) counter ON true
    LEFT JOIN LATERAL (
      SELECT s.id, s.position, s.referral_code, s.confirmable_until, s.confirmed_at FROM signups s
      WHERE s.account_id = r.account_id AND s.waitlist_id = counter.waitlist_id
        AND s.email_key = r.email_key AND s.email_key >= '' LIMIT 1) existing ON true
    LEFT JOIN LATERAL (
      -- Declared keys are kept, others dropped; null counts as absent (spec 2.5).
      SELECT json_object_agg(d.key, r.fields -> d.key) FILTER (WHERE json_typeof(r.fields -> d.key) = d.type) AS kept,
             min(d.key) FILTER (WHERE d.required AND coalesce(json_typeof(r.fields -> d.key), 'null') = 'null') AS missing,
             min(d.key || ' ' || d.type) FILTER (WHERE json_typeof(r.fields -> d.key) NOT IN ('null', d.type)) AS mistyped
      FROM field_definitions d WHERE d.account_id = r.account_id AND d.waitlist_id = counter.waitlist_id) checked ON true
    ORDER BY r.account_id, r.waitlist_id, r.ord
  LOOP
    IF account IS DISTINCT FROM request.account_id THEN
      account := request.account_id;
      account_wants := EXISTS (SELECT 1 FROM event_counters c WHERE c.account_id = account);
      account_stored := NULL;
      account_added := 0;
      list := NULL;                                                        -- one account may ask for another's list
    END IF;
    IF list IS DISTINCT FROM request.waitlist_id THEN
      list := request.waitlist_id;
      IF account_wants THEN
        list_name := (SELECT w.name FROM waitlists w WHERE w.account_id = account AND w.id = list);
      END IF;
      list_added := 0;
    END IF;
    IF request.signup_cap IS NOT NULL AND account_stored IS NULL THEN
      account_stored := (SELECT sum(c.live_count) FROM waitlist_counters c WHERE c.account_id = account);
    END IF;

    ord := request.ord;
    outcome := CASE WHEN NOT request.has_waitlist THEN 'no_waitlist'
                    WHEN request.existing_id IS NOT NULL THEN 'existing'
                    WHEN request.archived_text IS NOT NULL THEN 'archived'
                    WHEN request.missing IS NOT NULL THEN 'field_missing'
                    WHEN request.mistyped IS NOT NULL THEN 'field_type'
                    WHEN account_stored + account_added >= request.signup_cap THEN 'over_quota'
                    WHEN request.last_position + list_added >= highest_position() THEN 'list_full'
                    WHEN request.abuse_mode IS NOT NULL AND request.signals IS NULL THEN 'unjudged'
                    ELSE 'created' END;
    id := request.existing_id;
    position := request.existing_position;
    referral_code := request.existing_code;
    field := coalesce(request.archived_text, request.missing, request.mistyped);
    fired := false;
    confirm_mail := NULL;
    unconfirmed := request.confirmable_until IS NOT NULL AND request.confirmed_at IS NULL;

    IF outcome = 'created' THEN
      account_added := account_added + 1;
      list_added := list_added + 1;
      id := request.id;
      position := request.last_position + list_added;
      referral_code := request.code;
      fired := request.notified IS TRUE AND account_wants;

      signup.account_id := account;
      signup.id := id;
      signup.waitlist_id := list;
      signup.position := position;
      signup.email := request.email;
      signup.email_key := request.email_key;
      signup.referral_code := referral_code;
      signup.referred_by := NULL;
      IF has_codes THEN
        signup.referred_by := referred[request.ord];
        IF signup.referred_by IS NULL AND request.referrer_code IS NOT NULL AND added IS NOT NULL THEN
          SELECT s.id, s.email_key, s.fold_key INTO of_batch FROM unnest(added) s           -- one that came before in this batch
          WHERE s.referral_code = request.referrer_code AND s.waitlist_id = list LIMIT 1;
          IF of_batch.id IS NOT NULL THEN
            signup.referred_by := of_batch.id;
            fact := facts[request.ord];
            fact.referrer_email_key := of_batch.email_key;
            fact.referrer_fold_key := of_batch.fold_key;
            facts[request.ord] := fact;
          END IF;
        END IF;
        any_rewarded := any_rewarded OR (request.reward_levels IS NOT NULL AND signup.referred_by IS NOT NULL);
      END IF;
      signup.utm_source := request.utm_source;
      signup.referrer := request.referrer;
      signup.referrer_domain := request.referrer_domain;
      any_domain := any_domain OR request.referrer_domain IS NOT NULL;
      signup.metadata := request.metadata;
      signup.locale := request.locale;
      signup.fields := coalesce(request.kept, '{}');
      signup.confirmable_until := NULL;
      signup.confirm_sent_at := NULL;
      signup.confirm_count := 0;
      signup.uncredited := NULL;
      signup.fold_key := NULL;
      claim := NULL;
      IF request.abuse_mode IS NOT NULL THEN
        signup.fold_key := nullif(request.signals ->> 'fold', request.email_key);
        IF signup.referred_by IS NOT NULL THEN
          place := array_position(judged, signup.referred_by);
          IF place IS NULL THEN
            counts := (facts[request.ord]).counts;
          ELSE
            counts := counts_of[place];
          END IF;
          judgement := judge_referral(signup, request.signals, facts[request.ord], coalesce(list || (request.signals ->> 'fold') = ANY (folds), false),
                                      request.confirm_hours IS NOT NULL AND request.credit_on_confirm, request.mailed, stored_at,
                                      CASE WHEN place IS NOT NULL THEN claims END, counts);
          claim := judgement.claim;
          counts := judgement.counts;
          claims := claims || claim;
          IF place IS NULL THEN
            judged := judged || signup.referred_by;
            counts_of := counts_of || counts;
          ELSE
            counts_of[place] := counts;
          END IF;
          IF NOT claim.credited AND claim.verdict IN ('withheld', 'held') AND request.abuse_mode = 'enforce' THEN
            signup.referred_by := NULL;
          END IF;
        END IF;
        folds := folds || (list || (request.signals ->> 'fold'));
      END IF;
      any_referred := any_referred OR signup.referred_by IS NOT NULL;
      IF request.confirm_hours IS NOT NULL THEN
        signup.confirmable_until := stored_at + make_interval(hours => request.confirm_hours);
        IF request.credit_on_confirm AND signup.referred_by IS NOT NULL THEN
          signup.uncredited := 'unconfirmed';
        END IF;
        IF request.mailed AND claim.email_held IS NOT TRUE THEN
          signup.confirm_sent_at := stored_at;
          signup.confirm_count := 1;
          confirm_mail := overlay(id::text placing right(gen_random_uuid()::text, 17) from 20)::uuid;   -- ids are in the order of time
          confirm_mails := confirm_mails || confirm_mail;
          confirming := confirming || signup;
        END IF;
      END IF;
      added := added || signup;
      IF request.campaign IS NOT NULL THEN
        campaign := json_populate_record(NULL::signup_campaigns, request.campaign);
        campaign.account_id := account;
        campaign.signup_id := id;
        campaign.waitlist_id := list;
        campaign.created_at := stored_at;
        campaigns := campaigns || campaign;
      END IF;
      IF request.mailed AND request.confirm_hours IS NULL AND claim.email_held IS NOT TRUE THEN
        mailed := mailed || id;
        mailed_accounts := mailed_accounts || account;
      END IF;
    END IF;
    total := request.live_count + list_added;
    IF fired THEN
      event.id := id;
      event.account_id := account;
      event.payload := json_build_object('fired_at', clock_timestamp(), 'type', 'signup.created', 'data', json_build_object(
        'id', id, 'waitlist_id', list, 'waitlist_name', list_name, 'email', signup.email, 'position', position,
        'total', total, 'referral_code', referral_code,
        'referred_by', CASE WHEN signup.uncredited IS NULL THEN signup.referred_by END, 'utm_source', signup.utm_source,
        'metadata', signup.metadata, 'created_at', stored_at));            -- what is known: list/publishing/events.ts makes the event of it
      events := events || event;
      IF claim.credited OR (claim.signup_id = id AND signup.referred_by IS NULL) THEN
        event.id := overlay(id::text placing right(gen_random_uuid()::text, 17) from 20)::uuid;
        event.payload := json_build_object('fired_at', clock_timestamp(),
          'type', CASE WHEN claim.credited THEN 'referral.credited' ELSE 'referral.withheld' END, 'data', json_build_object(
          'id', id, 'waitlist_id', list, 'waitlist_name', list_name, 'email', signup.email, 'position', position,
          'referrer_id', claim.referrer_id, 'reasons', claim.reasons, 'occurred_at', stored_at));
        events := events || event;
      END IF;
    END IF;
    RETURN NEXT;
  END LOOP;

  IF added IS NULL THEN
    RETURN;
  END IF;

  INSERT INTO signups (account_id, id, waitlist_id, position, email, email_key, referral_code, referred_by,
                       utm_source, referrer, referrer_domain, metadata, fields, created_at, confirmable_until, confirm_sent_at, confirm_count,
                       uncredited, fold_key, locale)
  SELECT s.account_id, s.id, s.waitlist_id, s.position, s.email, s.email_key, s.referral_code, s.referred_by,
         s.utm_source, s.referrer, s.referrer_domain, s.metadata, s.fields, stored_at, s.confirmable_until, s.confirm_sent_at, s.confirm_count,
         s.uncredited, s.fold_key, s.locale
  FROM unnest(added) s;

  UPDATE waitlist_counters c
  SET last_position = c.last_position + n.added, live_count = c.live_count + n.added, referred_count = c.referred_count + n.referred
  FROM (SELECT s.account_id, s.waitlist_id, count(*)::integer AS added, (count(s.referred_by) FILTER (WHERE s.uncredited IS NULL))::integer AS referred
        FROM unnest(added) s GROUP BY 1, 2) n
  CROSS JOIN LATERAL (
    SELECT h.ctid AS place FROM waitlist_counters h WHERE h.account_id = n.account_id AND h.waitlist_id = n.waitlist_id LIMIT 1) held
  WHERE c.ctid = held.place;

  INSERT INTO signup_daily AS d (account_id, waitlist_id, day, source, signups)
  SELECT s.account_id, s.waitlist_id, (stored_at AT TIME ZONE 'UTC')::date, coalesce(s.utm_source, 'direct'), count(*)
  FROM unnest(added) s GROUP BY 1, 2, 3, 4
  ON CONFLICT (account_id, waitlist_id, day, source) DO UPDATE SET signups = d.signups + excluded.signups;

  IF any_domain THEN
    INSERT INTO signup_domains AS d (account_id, waitlist_id, domain, signups)
    SELECT s.account_id, s.waitlist_id, s.referrer_domain, count(*)
    FROM unnest(added) s WHERE s.referrer_domain IS NOT NULL GROUP BY 1, 2, 3
    ON CONFLICT (account_id, waitlist_id, domain) DO UPDATE SET signups = d.signups + excluded.signups;
  END IF;

  IF campaigns IS NOT NULL THEN
    INSERT INTO signup_campaigns (account_id, signup_id, waitlist_id, utm_medium, utm_campaign, utm_term, utm_content, created_at)
    SELECT c.account_id, c.signup_id, c.waitlist_id, c.utm_medium, c.utm_campaign, c.utm_term, c.utm_content, c.created_at
    FROM unnest(campaigns) c;
  END IF;

  IF claims IS NOT NULL THEN
    INSERT INTO referral_claims (account_id, signup_id, waitlist_id, referrer_id, email_domain, net_mac, verdict, state, reasons, is_hard,
                                 credited, bounced, email_held, settles_at, asks_domain, reviewed_at, reviewer, created_at)
    SELECT r.account_id, r.signup_id, r.waitlist_id, r.referrer_id, r.email_domain, r.net_mac, r.verdict, r.state, r.reasons, r.is_hard,
           r.credited, r.bounced, r.email_held, r.settles_at, r.asks_domain, r.reviewed_at, r.reviewer, r.created_at
    FROM unnest(claims) r;
    INSERT INTO referral_claim_counts (account_id, referrer_id, waitlist_id, claims, credited, withheld, bounced, hard, open, paced_until)
    SELECT r.account_id, r.referrer_id, r.waitlist_id, r.claims, r.credited, r.withheld, r.bounced, r.hard, r.open, r.paced_until
    FROM unnest(counts_of) r
    ON CONFLICT (account_id, referrer_id) DO UPDATE
    SET claims = excluded.claims, credited = excluded.credited, withheld = excluded.withheld, hard = excluded.hard, open = excluded.open,
        paced_until = excluded.paced_until;
  END IF;

  IF any_referred THEN
    SELECT array_agg(locked.place), array_agg(r.credits) INTO referrers, credits
    FROM (SELECT s.account_id, s.referred_by AS id, count(*)::integer AS credits FROM unnest(added) s
          WHERE s.referred_by IS NOT NULL AND s.uncredited IS NULL GROUP BY 1, 2 ORDER BY id) r
    CROSS JOIN LATERAL (
      SELECT s.ctid AS place FROM signups s WHERE s.account_id = r.account_id AND s.id = r.id LIMIT 1 FOR NO KEY UPDATE) locked;
    IF any_rewarded THEN
      PERFORM enqueue_rewards(referrers, credits);                         -- before the counts change
    END IF;
    UPDATE signups s SET referral_count = s.referral_count + c.credits
    FROM unnest(referrers, credits) AS c(place, credits) WHERE s.ctid = c.place;
  END IF;

  IF mailed IS NOT NULL THEN
    INSERT INTO mails (account_id, id) SELECT m.account_id, m.id FROM unnest(mailed_accounts, mailed) AS m(account_id, id);
    INSERT INTO outbox (account_id, job, id)
    SELECT m.account_id, 'send-signup-email', m.id FROM unnest(mailed_accounts, mailed) AS m(account_id, id);
  END IF;

  IF confirming IS NOT NULL THEN
    INSERT INTO mails (account_id, id, kind, signup_id)
    SELECT c.account_id, m.id, 'confirm', c.id
    FROM unnest(confirming) WITH ORDINALITY c JOIN unnest(confirm_mails) WITH ORDINALITY AS m(id, ordinality) USING (ordinality);
    INSERT INTO outbox (account_id, job, id)
    SELECT c.account_id, 'send-signup-email', m.id
    FROM unnest(confirming) WITH ORDINALITY c JOIN unnest(confirm_mails) WITH ORDINALITY AS m(id, ordinality) USING (ordinality);
  END IF;

  IF events IS NOT NULL THEN
    INSERT INTO outbox (account_id, job, id, payload)
    SELECT e.account_id, 'fan-out-event', e.id, e.payload FROM unnest(events) e;
  END IF;
END
$$;
