-- What a person can ask for: the erasure of everything that is kept about an address. And how long waitlists keep signups.

-- An erasure is here before anything is deleted, so a process that dies leaves it to the job erase-person. The address is only kept as a
-- keyed HMAC, as in suppressions.
CREATE TABLE erasures (
  account_id   uuid NOT NULL,
  id           uuid NOT NULL,
  email_mac    bytea NOT NULL,
  by           text NOT NULL,                                              -- 'api', or the id of the user who asked
  suppressed   boolean NOT NULL,
  at           timestamptz NOT NULL DEFAULT clock_timestamp(),             -- when the last signup was deleted: what was published later is not scrubbed
  pending      uuid[] NOT NULL,                                            -- signups that are still to be deleted
  awaited      uuid[] NOT NULL DEFAULT '{}',                               -- events that tell connected tools of it: scrubbed once delivered
  scrubbed_seq bigint NOT NULL DEFAULT 0,                                  -- how far the feed is scrubbed
  finished_at  timestamptz(3),
  PRIMARY KEY (account_id, id)
);

-- The data of an erased event are ids and times. It is not delivered again.
ALTER TABLE events ADD COLUMN erased boolean NOT NULL DEFAULT false;

-- Reports of providers name the mail, over all accounts.
CREATE INDEX email_events_mail ON email_events (signup_id) WHERE signup_id IS NOT NULL;

-- What the worker reads of a list's settings. Null: signups are kept.
ALTER TABLE waitlist_counters
  ADD COLUMN unconfirmed_days smallint,                                    -- signups that were asked to confirm and have not go after so many days
  ADD COLUMN delete_before    date;                                        -- on that day, signups from before it go
-- Only waitlists that do not keep every signup are in it.
CREATE INDEX waitlist_counters_retention ON waitlist_counters (account_id, waitlist_id) WHERE unconfirmed_days IS NOT NULL OR delete_before IS NOT NULL;
-- Only signups that were asked and have not confirmed are in it.
CREATE INDEX signups_unconfirmed ON signups (account_id, waitlist_id, created_at) WHERE confirmable_until IS NOT NULL AND confirmed_at IS NULL;
