-- What waits for a person: the overview counts it, however many referrals are credited all the same or decided.

CREATE INDEX referral_claims_waiting ON referral_claims (account_id, waitlist_id, signup_id)
  WHERE state = 'open' AND verdict <> 'ok' AND NOT credited;
