-- What the links that led people to a waitlist say besides their source: utm_medium, utm_campaign, utm_term and utm_content.

-- Only for signups that have at least one of them. Never updated.
CREATE TABLE signup_campaigns (
  account_id   uuid NOT NULL,
  signup_id    uuid NOT NULL,
  waitlist_id  uuid NOT NULL,
  utm_medium   text,
  utm_campaign text,
  utm_term     text,
  utm_content  text,
  created_at   timestamptz(3) NOT NULL,                                  -- of the signup
  PRIMARY KEY (account_id, signup_id)
);
-- For statistics. Partial, so that no row is looked up through it by mistake.
CREATE INDEX signup_campaigns_by_time ON signup_campaigns (account_id, waitlist_id, created_at) WHERE created_at > '-infinity';

ALTER TYPE signup_request ADD ATTRIBUTE campaign json;
