-- Addresses that get no mails any more, and when a person unsubscribed.

-- An address is kept only as a keyed HMAC, so a suppression outlives the erasure of the person. It is looked up when a mail is started,
-- never in a request.
CREATE TABLE suppressions (
  account_id  uuid NOT NULL,
  id          uuid NOT NULL,
  waitlist_id uuid,                                                        -- null: on all waitlists of the account
  email_mac   bytea NOT NULL,
  reason      text NOT NULL CHECK (reason IN ('unsubscribed', 'complained', 'bounced', 'manual', 'erased')),
  created_at  timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX suppressions_address ON suppressions (account_id, email_mac, waitlist_id, reason) NULLS NOT DISTINCT;
-- For the removal of a waitlist's.
CREATE INDEX suppressions_waitlist ON suppressions (account_id, waitlist_id) WHERE waitlist_id IS NOT NULL;

ALTER TABLE signups ADD COLUMN unsubscribed_at timestamptz(3);
