-- Signups that are moved in from a file.

CREATE TABLE imports (
  account_id    uuid           NOT NULL,
  id            uuid           NOT NULL,
  waitlist_id   uuid           NOT NULL,
  state         text           NOT NULL DEFAULT 'uploading'
                CHECK (state IN ('uploading', 'validating', 'ready', 'running', 'finished', 'cancelled', 'failed')),
  preset        text           NOT NULL,
  positions     text           NOT NULL CHECK (positions IN ('append', 'keep')),
  codes         text           NOT NULL CHECK (codes IN ('keep', 'new')),
  notify        boolean        NOT NULL,                                   -- whether new signups get their mail
  events        boolean        NOT NULL,                                   -- whether signup.created is published for them
  columns       json           NOT NULL DEFAULT '[]',                      -- the names in the header, in their order
  mapping       json           NOT NULL DEFAULT '{}',                      -- what each column becomes, by its name
  warnings      json           NOT NULL DEFAULT '[]',
  row_count     integer        NOT NULL DEFAULT 0,
  -- What validation found, and what the run changed since. Each row is in one of them.
  creating      integer        NOT NULL DEFAULT 0 CHECK (creating >= 0),
  existing      integer        NOT NULL DEFAULT 0 CHECK (existing >= 0),
  duplicates    integer        NOT NULL DEFAULT 0 CHECK (duplicates >= 0),
  rejected      integer        NOT NULL DEFAULT 0 CHECK (rejected >= 0),
  over_quota    integer        NOT NULL DEFAULT 0 CHECK (over_quota >= 0),
  created       integer        NOT NULL DEFAULT 0 CHECK (created >= 0),    -- of those to create, how many are signups
  referrals     integer        NOT NULL DEFAULT 0 CHECK (referrals >= 0),  -- how many of these name their referrer
  top_position  integer,                                                   -- the highest of a file whose positions are kept
  phase         text           NOT NULL DEFAULT 'rows' CHECK (phase IN ('rows', 'quota', 'referrals')),
  -- Where the phase goes on: behind this row, in the order of the phase.
  after_key     bigint         NOT NULL DEFAULT -1,
  after_line    integer        NOT NULL DEFAULT 0,
  created_at    timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  updated_at    timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  started_at    timestamptz(3),
  finished_at   timestamptz(3),
  pruned_at     timestamptz(3),                                            -- when its rows were deleted
  PRIMARY KEY (account_id, id)
) WITH (fillfactor = 50);
CREATE INDEX imports_newest ON imports (account_id, waitlist_id, created_at DESC, id DESC) WHERE created_at > '-infinity';
-- Maintenance looks over all accounts.
CREATE INDEX imports_to_prune ON imports (updated_at) WHERE pruned_at IS NULL;

-- The lines of a file, in Postgres so that any worker goes on with them.
CREATE TABLE import_rows (
  account_id uuid    NOT NULL,
  import_id  uuid    NOT NULL,
  line       integer NOT NULL,                                             -- where the row begins in the file, from 1
  raw        json    NOT NULL,                                             -- the cells
  outcome    text    CHECK (outcome IN ('create', 'existing', 'duplicate', 'rejected', 'over_quota')),
  error      text,
  email_key  text    COLLATE "C",
  sort_key   bigint,                                                       -- rows become signups in this order
  code       text    COLLATE "C",                                          -- by these other rows of the file name it as their referrer
  foreign_id text    COLLATE "C",
  signup_id  uuid,                                                         -- the signup that it became, or that was there
  PRIMARY KEY (account_id, import_id, line)
) WITH (fillfactor = 80);
CREATE INDEX import_rows_order ON import_rows (account_id, import_id, sort_key, line) WHERE sort_key IS NOT NULL;
CREATE INDEX import_rows_email ON import_rows (account_id, import_id, email_key) WHERE email_key IS NOT NULL;
CREATE INDEX import_rows_code ON import_rows (account_id, import_id, code) WHERE code IS NOT NULL;
CREATE INDEX import_rows_foreign_id ON import_rows (account_id, import_id, foreign_id) WHERE foreign_id IS NOT NULL;
CREATE INDEX import_rows_refused ON import_rows (account_id, import_id, outcome, line) WHERE outcome <> 'create';

-- Codes of another product that lead to a signup of the list.
CREATE TABLE referral_aliases (
  account_id  uuid NOT NULL,
  waitlist_id uuid NOT NULL,
  alias       text COLLATE "C" NOT NULL,
  signup_id   uuid NOT NULL,
  PRIMARY KEY (account_id, waitlist_id, alias)
);
CREATE INDEX referral_aliases_signup ON referral_aliases (account_id, signup_id);

ALTER TABLE waitlist_counters ADD COLUMN has_imports boolean NOT NULL DEFAULT false;  -- created_at does not rise with the position

-- The import that a signup came with.
ALTER TABLE signups ADD COLUMN import_id uuid;
CREATE INDEX signups_imported ON signups (account_id, waitlist_id, created_at) WHERE import_id IS NOT NULL;

-- How far an erasure has looked through the rows of imports.
ALTER TABLE erasures
  ADD COLUMN scrubbed_import uuid,
  ADD COLUMN scrubbed_line   integer NOT NULL DEFAULT 0;
