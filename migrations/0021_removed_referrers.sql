-- Removed signups that had referred more signups than one transaction should change. Those rows still name them until a job has cleared
-- them; meanwhile every reader takes a removed referrer for none (contract 3.5).
CREATE TABLE removed_referrers (
  waitlist_id uuid NOT NULL,
  signup_id   uuid NOT NULL,
  PRIMARY KEY (waitlist_id, signup_id)
);
