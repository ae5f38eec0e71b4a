-- Rewards that were handed over, and rewards of a list in the order in which people earned them.

ALTER TABLE reward_grants ADD COLUMN fulfilled_at timestamptz(3);  -- when it was handed over; null: it was not
ALTER TABLE reward_grants ADD COLUMN fulfilled_by text;            -- who said so: the name of a user or of a key, as it was then

-- Partial, so that no row is looked up through it by mistake.
CREATE INDEX reward_grants_newest ON reward_grants (account_id, waitlist_id, reached_at, signup_id, at) WHERE reached_at > '-infinity';
