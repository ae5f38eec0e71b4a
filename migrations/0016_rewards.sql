-- Rewards for referrals, which each signup reaches once.

-- What the signup path reads of a list's settings: how many referrals reach a reward. Null: there are no rewards.
ALTER TABLE waitlist_counters ADD COLUMN reward_levels integer[];

-- A reward that a signup has reached. It stays when the count falls, and goes with the signup.
CREATE TABLE reward_grants (
  account_id     uuid           NOT NULL,
  signup_id      uuid           NOT NULL,
  at             integer        NOT NULL CHECK (at >= 1),                  -- how many referrals reach it
  waitlist_id    uuid           NOT NULL,
  key            text           NOT NULL,                                  -- as the settings had it then
  referral_count integer        NOT NULL,                                  -- of the signup then
  reached_at     timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account_id, signup_id, at)
);

-- A list that got rewards which signups may have reached before. The job catch-up-rewards goes through the list by its referrals, and is here so far.
CREATE TABLE reward_passes (
  account_id     uuid    NOT NULL,
  waitlist_id    uuid    NOT NULL,
  after_count    integer NOT NULL,
  after_position integer NOT NULL,
  PRIMARY KEY (account_id, waitlist_id)
);

-- The reward that a mail of that kind is about.
ALTER TABLE mails ADD COLUMN reward_at integer;
