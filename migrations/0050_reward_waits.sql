-- Who has reached a reward on a list that judges referrals, but with too few that are proven: when the service looks again.

CREATE TABLE reward_waits (
  account_id uuid NOT NULL,
  signup_id  uuid NOT NULL,
  looks_at   timestamptz(3),                                               -- null: no time proves another referral
  PRIMARY KEY (account_id, signup_id)
);
CREATE INDEX reward_waits_due ON reward_waits (account_id, looks_at) WHERE looks_at IS NOT NULL;
