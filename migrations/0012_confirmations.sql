-- Signups confirm their address, on lists that ask for it.

-- What the signup path reads of a list's settings. Null: nobody is asked.
ALTER TABLE waitlist_counters
  ADD COLUMN confirm_hours     smallint,                                   -- how long a link is valid
  ADD COLUMN remind_hours      smallint,                                   -- how long after it one more is sent; null: none is
  ADD COLUMN credit_on_confirm boolean NOT NULL DEFAULT false;             -- a referrer gets the credit once the signup is confirmed
-- Only waitlists that remind are in it.
CREATE INDEX waitlist_counters_reminding ON waitlist_counters (account_id, waitlist_id) WHERE remind_hours IS NOT NULL;

ALTER TABLE signups
  ADD COLUMN confirmable_until timestamptz(3),                             -- when the newest link expires; null: it was never asked
  ADD COLUMN confirm_sent_at   timestamptz(3),
  ADD COLUMN confirm_count     smallint NOT NULL DEFAULT 0,                -- links that were sent
  ADD COLUMN confirmed_at      timestamptz(3),
  ADD COLUMN uncredited        text CHECK (uncredited IN ('unconfirmed')); -- why its referrer has no credit for it; null: it has

-- Only signups that were asked once and have not confirmed are in it.
CREATE INDEX signups_to_remind ON signups (account_id, waitlist_id, confirm_sent_at) WHERE confirm_count = 1 AND confirmed_at IS NULL;

-- Only signups whose referrer has no credit yet are in it.
CREATE INDEX signups_uncredited ON signups (account_id, referred_by) WHERE uncredited IS NOT NULL;

ALTER TABLE signup_email_counts ADD COLUMN confirmed integer NOT NULL DEFAULT 0;

-- A waitlist has a template for each kind of mail.
DROP INDEX mail_templates_list;

-- The function returns more columns now, which CREATE OR REPLACE refuses. It is made again in this transaction.
DROP FUNCTION IF EXISTS add_signups(json);
