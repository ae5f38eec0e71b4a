-- judge_referral decides whether a new signup credits the referrer whose code it passed, and stores the claim (N4).
-- The caller holds the counter of the waitlist, so whatever is counted here is exact.
--
-- `signals` is what the caller knows of the visitor and the database does not (shared/trust/signals.ts):
--   fold        the address without its tag
--   domain, suffixes    of the address: the domain, and every name that it is part of
--   disposable, free    whether the domain is a disposable one, or that of a mail provider for everybody
--   scripted    whether the browser is a program's
--   ip, net     the visitor's address, which is compared and never stored, and the HMAC of its network in hex
-- `is_twin`: an address of the same batch folds to the same. `waits`: the credit waits for the confirmation. `mailed`: it gets a mail.
CREATE OR REPLACE FUNCTION judge_referral(signup signups, referrer signups, signals json, judged_at timestamptz, is_twin boolean, waits boolean,
                                          mailed boolean)
RETURNS referral_claims
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
AS $$
DECLARE
  policy jsonb;
  claim referral_claims;
  counts referral_claim_counts;
  known mail_domains;
  suffixes text[] := ARRAY(SELECT json_array_elements_text(signals -> 'suffixes'));
  fold text COLLATE "C" := signals ->> 'fold';
  pace interval;
  paced_until timestamptz;
  is_allowed boolean;
  needs_person boolean;
BEGIN
  SELECT s.abuse_policy INTO policy FROM waitlist_settings s
  WHERE s.account_id = signup.account_id AND s.waitlist_id = signup.waitlist_id LIMIT 1;
  SELECT * INTO counts FROM referral_claim_counts c WHERE c.account_id = signup.account_id AND c.referrer_id = referrer.id LIMIT 1;

  claim.account_id := signup.account_id;
  claim.signup_id := signup.id;
  claim.waitlist_id := signup.waitlist_id;
  claim.referrer_id := referrer.id;
  claim.email_domain := signals ->> 'domain';
  claim.reasons := '{}';
  claim.asks_domain := false;
  claim.bounced := false;
  claim.created_at := judged_at;
  is_allowed := policy -> 'allow_domains' ?| suffixes;

  IF NOT is_allowed THEN
    IF policy -> 'block_domains' ?| suffixes THEN
      claim.reasons := claim.reasons || 'blocked_domain'::text;
    END IF;
    IF (signals ->> 'disposable')::boolean THEN
      claim.reasons := claim.reasons || 'disposable_domain'::text;
    END IF;
    IF NOT (signals ->> 'free')::boolean THEN
      IF split_part(referrer.email_key, '@', 2) <> claim.email_domain AND (
           SELECT count(*) FROM (
             SELECT 1 FROM referral_claims c
             WHERE c.account_id = claim.account_id AND c.referrer_id = claim.referrer_id AND c.email_domain = claim.email_domain
               AND c.created_at > judged_at - interval '1 day' LIMIT 5) same) = 5 THEN
        claim.reasons := claim.reasons || 'domain_cluster'::text;
      END IF;
      IF policy -> 'reasons' ->> 'no_mx' <> 'ignore' THEN
        SELECT * INTO known FROM mail_domains d WHERE d.domain = claim.email_domain LIMIT 1;
        IF known.takes_mail IS FALSE AND known.checked_at > judged_at - interval '1 day' THEN
          claim.reasons := claim.reasons || 'no_mx'::text;
        ELSE
          claim.asks_domain := known.takes_mail IS NOT TRUE OR known.checked_at < judged_at - interval '7 days';
        END IF;
      END IF;
    END IF;
  END IF;

  IF is_twin OR fold IN (referrer.email_key, referrer.fold_key)
     OR EXISTS (SELECT 1 FROM signups s WHERE s.account_id = signup.account_id AND s.waitlist_id = signup.waitlist_id
                  AND s.email_key = fold AND s.email_key >= '')
     OR EXISTS (SELECT 1 FROM signups s WHERE s.account_id = signup.account_id AND s.waitlist_id = signup.waitlist_id
                  AND s.fold_key = fold AND s.fold_key IS NOT NULL) THEN
    claim.reasons := claim.reasons || 'alias'::text;
  END IF;

  IF (signals ->> 'scripted')::boolean THEN
    claim.reasons := claim.reasons || 'scripted'::text;
  END IF;

  IF signals ->> 'net' IS NOT NULL THEN
    claim.net_mac := decode(signals ->> 'net', 'hex');
    IF NOT EXISTS (SELECT 1 FROM jsonb_array_elements_text(policy -> 'allow_networks') AS allowed(network)
                   WHERE (signals ->> 'ip')::inet <<= allowed.network::inet)
       AND (SELECT count(*) FROM (
              SELECT 1 FROM referral_claims c
              WHERE c.account_id = claim.account_id AND c.referrer_id = claim.referrer_id AND c.net_mac = claim.net_mac
                AND c.created_at > judged_at - interval '1 day' LIMIT 5) same) = 5 THEN
      claim.reasons := claim.reasons || 'network'::text;
    END IF;
  END IF;

  IF counts.claims >= 10 AND counts.hard * 10 > counts.claims * 3 THEN
    claim.reasons := claim.reasons || 'tainted_code'::text;
  END IF;
  claim.reasons := ARRAY(SELECT r FROM unnest(claim.reasons) r WHERE policy -> 'reasons' ->> r <> 'ignore');
  SELECT w.verdict, w.is_hard INTO claim.verdict, needs_person FROM weigh_reasons(policy, claim.reasons) w;

  -- The pace of credits (GCRA): each moves `paced_until` by the time between two, and that may be a burst ahead of the clock. What is
  -- withheld anyway does not count.
  IF claim.verdict <> 'withheld' AND policy -> 'reasons' ->> 'velocity' <> 'ignore' THEN
    pace := interval '1 hour' / (policy ->> 'per_hour')::integer;
    paced_until := greatest(counts.paced_until, judged_at) + pace;
    IF paced_until > judged_at + pace * (policy ->> 'burst')::integer THEN
      claim.reasons := claim.reasons || 'velocity'::text;
      SELECT w.verdict, w.is_hard INTO claim.verdict, needs_person FROM weigh_reasons(policy, claim.reasons) w;
      paced_until := counts.paced_until;
    END IF;
  ELSE
    paced_until := counts.paced_until;
  END IF;

  claim.email_held := false;
  claim.credited := NOT waits;
  IF policy ->> 'mode' = 'enforce' AND claim.verdict = 'withheld' THEN
    claim.credited := false;
    IF NOT needs_person THEN
      claim.settles_at := judged_at + make_interval(hours => (policy ->> 'settle_hours')::integer);
    ELSIF (policy ->> 'hold_email')::boolean AND mailed THEN
      claim.verdict := 'held';
      claim.email_held := true;
    END IF;
  END IF;
  claim.state := 'open';
  -- Claims that only the bad name of their code withholds do not make that name worse.
  claim.is_hard := (weigh_reasons(policy, array_remove(claim.reasons, 'tainted_code'))).is_hard;

  INSERT INTO referral_claims SELECT claim.*;
  INSERT INTO referral_claim_counts AS c (account_id, referrer_id, waitlist_id, claims, credited, withheld, hard, open, paced_until)
  VALUES (claim.account_id, claim.referrer_id, claim.waitlist_id, 1, claim.credited::integer, (claim.verdict IN ('withheld', 'held'))::integer,
          claim.is_hard::integer, (claim.verdict <> 'ok')::integer, paced_until)
  ON CONFLICT (account_id, referrer_id) DO UPDATE
  SET claims = c.claims + 1, credited = c.credited + excluded.credited, withheld = c.withheld + excluded.withheld,
      hard = c.hard + excluded.hard, open = c.open + excluded.open, paced_until = excluded.paced_until;
  RETURN claim;
END
$$;
