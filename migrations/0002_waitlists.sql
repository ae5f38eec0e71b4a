-- Waitlists, their counters and their custom fields (spec 2.1, 2.2).

CREATE TABLE waitlists (
  id             uuid PRIMARY KEY,
  account_id     uuid NOT NULL REFERENCES accounts,
  name           text NOT NULL,
  referral_bonus integer CHECK (referral_bonus BETWEEN 1 AND 1000000),
  created_at     timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  deleted_at     timestamptz(3)                                            -- gone for every reader; its rows are being purged
);
CREATE UNIQUE INDEX waitlists_name ON waitlists (account_id, name) WHERE deleted_at IS NULL;
CREATE INDEX waitlists_newest ON waitlists (account_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;

-- The one row that a signup locks. It exists exactly as long as the waitlist does, so holding it
-- proves that the list is there. No indexed column ever changes and pages are left mostly empty:
-- every update is a HOT one.
CREATE TABLE waitlist_counters (
  waitlist_id    uuid PRIMARY KEY REFERENCES waitlists,
  account_id     uuid NOT NULL,
  last_position  integer NOT NULL DEFAULT 0,                               -- the highest position ever given out
  live_count     integer NOT NULL DEFAULT 0 CHECK (live_count >= 0),       -- signups that are on the list now
  referred_count integer NOT NULL DEFAULT 0 CHECK (referred_count >= 0)    -- those of them with a referrer
) WITH (fillfactor = 10);
CREATE INDEX waitlist_counters_account ON waitlist_counters (account_id);

CREATE TABLE field_definitions (
  waitlist_id uuid NOT NULL REFERENCES waitlists,
  key         text NOT NULL,
  label       text NOT NULL,
  type        text NOT NULL CHECK (type IN ('string', 'number', 'boolean')),
  required    boolean NOT NULL,
  position    integer NOT NULL CHECK (position >= 0),
  created_at  timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (waitlist_id, key)
);
