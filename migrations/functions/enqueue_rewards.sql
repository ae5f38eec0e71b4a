-- enqueue_rewards enqueues grant-rewards for referrers that are about to reach a reward (N5), in the transaction that credits them.
--
-- `places` are where the signups of the referrers are, `credits` how many each is about to get. The caller holds the counters of their lists,
-- then them, so whoever runs the job sees the new counts. Only a credit that passes a level enqueues anything. While a pass of catch-up-rewards
-- is under way, every credit does: it may lift its referrer over the place where the pass is.
CREATE OR REPLACE FUNCTION enqueue_rewards(places tid[], credits integer[])
RETURNS void
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan
SET enable_seqscan = off
SET enable_hashjoin = off
SET enable_mergejoin = off
AS $$
BEGIN
  INSERT INTO outbox (account_id, job, id)
  SELECT s.account_id, 'grant-rewards', s.id
  FROM unnest(places, credits) AS given(place, credits)
  CROSS JOIN LATERAL (SELECT * FROM signups WHERE ctid = given.place LIMIT 1) s
  CROSS JOIN LATERAL (
    SELECT reward_levels FROM waitlist_counters WHERE account_id = s.account_id AND waitlist_id = s.waitlist_id LIMIT 1) c
  WHERE c.reward_levels IS NOT NULL
    AND (EXISTS (SELECT FROM unnest(c.reward_levels) AS level(at) WHERE level.at > s.referral_count AND level.at <= s.referral_count + given.credits)
         OR EXISTS (SELECT FROM reward_passes p WHERE p.account_id = s.account_id AND p.waitlist_id = s.waitlist_id))
  ORDER BY s.id
  ON CONFLICT (account_id, job, id) DO NOTHING;
END
$$;
