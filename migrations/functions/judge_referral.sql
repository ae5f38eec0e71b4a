-- judge_referral decides whether a new signup credits the referrer whose code it passed (N4). It stores nothing and asks the tables nothing:
-- add_signups reads the facts of a batch at once and stores its claims at once, because a query for each claim would cost more than all the
-- rest. The caller holds the counter of the waitlist, so whatever is counted here is exact.
--
-- `signals` is what the caller knows of the visitor and the database does not (src/shared/list/signals/signals.ts):
--   fold        the address without its tag
--   domain, suffixes    of the address: the domain, and every name that it is part of
--   disposable, free    whether the domain is a disposable one, or that of a mail provider for everybody
--   scripted    whether the browser is a program's
--   ip, net     the visitor's address, which is compared and never stored, and the HMAC of its network in hex
-- `facts` is what the tables say, without this batch. `is_twin`: an address of the same batch folds to the same. `waits`: the credit waits for
-- the confirmation. `mailed`: it gets a mail. `earlier`: the claims of this batch, if the code has one there. `counts`: those of the referrer,
-- this batch included; null for one without.
CREATE OR REPLACE FUNCTION judge_referral(signup signups, signals jsonb, facts claim_facts, is_twin boolean, waits boolean, mailed boolean,
                                          judged_at timestamptz, earlier referral_claims[], INOUT counts referral_claim_counts,
                                          OUT claim referral_claims)
LANGUAGE plpgsql
AS $$
DECLARE
  policy jsonb := facts.policy;
  actions jsonb := facts.policy -> 'reasons';
  fold text COLLATE "C" := signals ->> 'fold';
  suffixes text[];
  is_allowed boolean := false;
  found text[] := '{}';
  reason text;
  weighed record;
  of_domain integer := facts.of_domain;
  of_network integer := facts.of_network;
  pace interval;
  paced_until timestamptz;
BEGIN
  claim.account_id := signup.account_id;
  claim.signup_id := signup.id;
  claim.waitlist_id := signup.waitlist_id;
  claim.referrer_id := signup.referred_by;
  claim.email_domain := signals ->> 'domain';
  claim.net_mac := decode(signals ->> 'net', 'hex');
  claim.reasons := '{}';
  claim.asks_domain := false;
  claim.bounced := false;
  claim.created_at := judged_at;
  IF cardinality(earlier) > 0 AND (of_domain < 5 OR of_network < 5) THEN
    SELECT of_domain + count(*) FILTER (WHERE e.email_domain = claim.email_domain), of_network + count(*) FILTER (WHERE e.net_mac = claim.net_mac)
    INTO of_domain, of_network
    FROM unnest(earlier) e WHERE e.referrer_id = claim.referrer_id;
  END IF;

  IF policy -> 'allow_domains' <> '[]' OR policy -> 'block_domains' <> '[]' THEN
    suffixes := ARRAY(SELECT jsonb_array_elements_text(signals -> 'suffixes'));
    is_allowed := policy -> 'allow_domains' ?| suffixes;
    IF NOT is_allowed AND policy -> 'block_domains' ?| suffixes THEN
      found := found || 'blocked_domain'::text;
    END IF;
  END IF;
  IF NOT is_allowed THEN
    IF (signals ->> 'disposable')::boolean THEN
      found := found || 'disposable_domain'::text;
    END IF;
    IF NOT (signals ->> 'free')::boolean THEN
      IF of_domain >= 5 AND split_part(facts.referrer_email_key, '@', 2) <> claim.email_domain THEN
        found := found || 'domain_cluster'::text;
      END IF;
      IF actions ->> 'no_mx' <> 'ignore' THEN
        IF facts.takes_mail IS FALSE AND facts.checked_at > judged_at - interval '1 day' THEN
          found := found || 'no_mx'::text;
        ELSE
          claim.asks_domain := facts.takes_mail IS NOT TRUE OR facts.checked_at < judged_at - interval '7 days';
        END IF;
      END IF;
    END IF;
  END IF;
  IF is_twin OR facts.folds OR fold IN (facts.referrer_email_key, facts.referrer_fold_key) THEN
    found := found || 'alias'::text;
  END IF;
  IF (signals ->> 'scripted')::boolean THEN
    found := found || 'scripted'::text;
  END IF;
  IF of_network >= 5 AND NOT EXISTS (SELECT 1 FROM jsonb_array_elements_text(policy -> 'allow_networks') AS allowed(network)
                                     WHERE (signals ->> 'ip')::inet <<= allowed.network::inet) THEN
    found := found || 'network'::text;
  END IF;
  IF counts.claims >= 10 AND counts.hard * 10 > counts.claims * 3 THEN
    found := found || 'tainted_code'::text;
  END IF;
  FOREACH reason IN ARRAY found LOOP
    IF actions ->> reason <> 'ignore' THEN
      claim.reasons := claim.reasons || reason;
    END IF;
  END LOOP;
  weighed := weigh_reasons(policy, claim.reasons);

  -- The pace of credits (GCRA): each moves `paced_until` by the time between two, and that may be a burst ahead of the clock. What is
  -- withheld anyway does not count.
  paced_until := counts.paced_until;
  IF weighed.verdict <> 'withheld' AND actions ->> 'velocity' <> 'ignore' THEN
    pace := interval '1 hour' / (policy ->> 'per_hour')::integer;
    paced_until := greatest(counts.paced_until, judged_at) + pace;
    IF paced_until > judged_at + pace * (policy ->> 'burst')::integer THEN
      claim.reasons := claim.reasons || 'velocity'::text;
      weighed := weigh_reasons(policy, claim.reasons);
      paced_until := counts.paced_until;
    END IF;
  END IF;

  claim.verdict := weighed.verdict;
  claim.email_held := false;
  claim.credited := NOT waits;
  IF policy ->> 'mode' = 'enforce' AND claim.verdict = 'withheld' THEN
    claim.credited := false;
    IF NOT weighed.is_hard THEN
      claim.settles_at := judged_at + make_interval(hours => (policy ->> 'settle_hours')::integer);
    ELSIF (policy ->> 'hold_email')::boolean AND mailed THEN
      claim.verdict := 'held';
      claim.email_held := true;
    END IF;
  END IF;
  claim.state := 'open';
  -- Claims that only the bad name of their code withholds do not make that name worse.
  IF 'tainted_code' = ANY (claim.reasons) THEN
    weighed := weigh_reasons(policy, array_remove(claim.reasons, 'tainted_code'));
  END IF;
  claim.is_hard := weighed.is_hard;

  counts.account_id := claim.account_id;
  counts.referrer_id := claim.referrer_id;
  counts.waitlist_id := claim.waitlist_id;
  counts.claims := coalesce(counts.claims, 0) + 1;
  counts.credited := coalesce(counts.credited, 0) + claim.credited::integer;
  counts.withheld := coalesce(counts.withheld, 0) + (claim.verdict IN ('withheld', 'held'))::integer;
  counts.bounced := coalesce(counts.bounced, 0);
  counts.hard := coalesce(counts.hard, 0) + claim.is_hard::integer;
  counts.open := coalesce(counts.open, 0) + (claim.verdict <> 'ok')::integer;
  counts.paced_until := paced_until;
END
$$;
