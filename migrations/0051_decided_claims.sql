-- Claims that somebody decided say nothing about the code any more.

UPDATE referral_claim_counts c SET hard = c.hard - decided.hard
FROM (SELECT account_id, referrer_id, count(*)::integer AS hard FROM referral_claims
      WHERE is_hard AND state <> 'open' GROUP BY 1, 2) decided
WHERE c.account_id = decided.account_id AND c.referrer_id = decided.referrer_id;
