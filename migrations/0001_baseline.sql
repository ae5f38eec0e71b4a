-- The schema that the first release starts from. Later migrations only add to it. Functions are in functions/, and
-- schema.sql shows what a table looks like today.
--
-- Everything that belongs to an account has its account_id, first in every key, and statements name it. A key that
-- begins with another column is looked up over all accounts. The nil UUID is the account of rows that have none.
--
-- Besides the primary key, an index that begins with the account is partial, if only by a condition that every row
-- meets, such as position > 0. It serves only statements that state its condition: those that look a row up by its
-- primary key use no other index, whatever the planner knows of the table.

-- Accounts, the people who sign in for them and the API keys that act for them (spec 2.8, 5, 8).

CREATE TABLE accounts (
  id                       uuid PRIMARY KEY,
  name                     text NOT NULL,
  plan                     text NOT NULL CHECK (plan IN ('free', 'launch', 'scale', 'enterprise')),
  requests_per_minute      integer CHECK (requests_per_minute > 0),        -- overrides the plan's number where set
  managed_emails_per_month integer CHECK (managed_emails_per_month >= 0),  -- likewise
  created_at               timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE users (
  id            uuid PRIMARY KEY,
  account_id    uuid NOT NULL REFERENCES accounts,
  email         text NOT NULL,
  email_key     text NOT NULL CONSTRAINT users_email UNIQUE,               -- the address as it is compared
  password_hash text NOT NULL,                                             -- argon2id, PHC string
  created_at    timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX users_account ON users (account_id);

-- Who is signed in to the dashboard (contract 11). The token itself is with the browser only.
CREATE TABLE sessions (
  token_hash   bytea PRIMARY KEY,                                          -- SHA-256
  user_id      uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at   timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  last_seen_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()           -- written at most once an hour
);
CREATE INDEX sessions_user ON sessions (user_id);

CREATE TABLE api_keys (
  id           uuid PRIMARY KEY,
  account_id   uuid NOT NULL REFERENCES accounts,
  name         text NOT NULL,
  hash         bytea NOT NULL CONSTRAINT api_keys_hash UNIQUE,             -- SHA-256 of the whole key
  last4        text NOT NULL,
  scopes       text[] NOT NULL,
  created_at   timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  last_used_at timestamptz(3),                                             -- written at most once a minute
  revoked_at   timestamptz(3)
);
CREATE INDEX api_keys_account ON api_keys (account_id);

-- Waitlists, their counters and their custom fields (spec 2.1, 2.2).

CREATE TABLE waitlists (
  account_id     uuid NOT NULL REFERENCES accounts,
  id             uuid NOT NULL,
  name           text NOT NULL,
  referral_bonus integer CHECK (referral_bonus BETWEEN 1 AND 1000000),
  created_at     timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  deleted_at     timestamptz(3),                                           -- gone for every reader; its rows are being purged
  PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX waitlists_name ON waitlists (account_id, name) WHERE deleted_at IS NULL;
CREATE INDEX waitlists_newest ON waitlists (account_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;

-- The one row that a signup locks. It exists exactly as long as the waitlist does, so holding it
-- proves that the list is there. No indexed column ever changes and pages are left mostly empty:
-- every update is a HOT one.
CREATE TABLE waitlist_counters (
  account_id     uuid NOT NULL,
  waitlist_id    uuid NOT NULL,
  last_position  integer NOT NULL DEFAULT 0,                               -- the highest position ever given out
  live_count     integer NOT NULL DEFAULT 0 CHECK (live_count >= 0),       -- signups that are on the list now
  referred_count integer NOT NULL DEFAULT 0 CHECK (referred_count >= 0),   -- those of them with a referrer
  PRIMARY KEY (account_id, waitlist_id),
  FOREIGN KEY (account_id, waitlist_id) REFERENCES waitlists
) WITH (fillfactor = 10);

CREATE TABLE field_definitions (
  account_id  uuid NOT NULL,
  waitlist_id uuid NOT NULL,
  key         text NOT NULL,
  label       text NOT NULL,
  type        text NOT NULL CHECK (type IN ('string', 'number', 'boolean')),
  required    boolean NOT NULL,
  position    integer NOT NULL CHECK (position >= 0),
  created_at  timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account_id, waitlist_id, key),
  FOREIGN KEY (account_id, waitlist_id) REFERENCES waitlists
);

-- Signups and the numbers kept beside them, so that statistics cost the same for any length of list (spec 2.3, 2.7).

-- No foreign keys: the counter row that every writer holds proves the waitlist, and a key check per
-- row would be the larger half of an insert.
CREATE TABLE signups (
  account_id         uuid NOT NULL,
  id                 uuid NOT NULL,
  waitlist_id        uuid NOT NULL,
  position           integer NOT NULL,
  email              text NOT NULL,                                        -- as first submitted
  email_key          text COLLATE "C" NOT NULL,                            -- as it is compared: lower case, ASCII domain. By bytes, so
                                                                           -- that the index finds the start of an address, too
  referral_code      text NOT NULL CONSTRAINT signups_referral_code UNIQUE,   -- over all accounts
  referral_count     integer NOT NULL DEFAULT 0 CHECK (referral_count >= 0),
  referred_by        uuid,
  utm_source         text,
  referrer           text,
  referrer_domain    text,
  metadata           json NOT NULL,                                        -- json, not jsonb: given back as it came
  fields             json NOT NULL,
  email_status       smallint NOT NULL DEFAULT 0,                          -- rank; shared/email/status.ts names them
  email_delivered_at timestamptz(3),
  email_opened_at    timestamptz(3),
  email_clicked_at   timestamptz(3),
  created_at         timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, id)
) WITH (fillfactor = 85);                                                  -- room for HOT updates of the email columns
CREATE UNIQUE INDEX signups_position ON signups (account_id, waitlist_id, position) WHERE position > 0;
CREATE UNIQUE INDEX signups_email ON signups (account_id, waitlist_id, email_key) WHERE email_key >= '';
CREATE INDEX signups_referred_by ON signups (account_id, referred_by) WHERE referred_by IS NOT NULL;
-- Who brought most. A signup that brought nobody is not in it: adding one costs nothing.
CREATE INDEX signups_referrals ON signups (account_id, waitlist_id, referral_count DESC, position) WHERE referral_count > 0;

-- Removed signups that had referred more signups than one transaction should change. Those rows still name them until a job has cleared
-- them; meanwhile every reader takes a removed referrer for none (contract 3.5).
CREATE TABLE removed_referrers (
  account_id  uuid NOT NULL,
  waitlist_id uuid NOT NULL,
  signup_id   uuid NOT NULL,
  PRIMARY KEY (account_id, waitlist_id, signup_id)
);

-- Live signups by day (UTC) and source.
CREATE TABLE signup_daily (
  account_id  uuid NOT NULL,
  waitlist_id uuid NOT NULL,
  day         date NOT NULL,
  source      text NOT NULL,                                               -- utm_source, or 'direct'
  signups     integer NOT NULL CHECK (signups >= 0),
  PRIMARY KEY (account_id, waitlist_id, day, source)
) WITH (fillfactor = 50);

-- Live signups by the domain of their referrer, all time.
CREATE TABLE signup_domains (
  account_id  uuid NOT NULL,
  waitlist_id uuid NOT NULL,
  domain      text NOT NULL,
  signups     integer NOT NULL CHECK (signups >= 0),
  PRIMARY KEY (account_id, waitlist_id, domain)
) WITH (fillfactor = 50);

-- Live signups by what became of their email, all time (spec 2.7 email_engagement).
CREATE TABLE signup_email_counts (
  account_id  uuid NOT NULL,
  waitlist_id uuid NOT NULL,
  sent        integer NOT NULL DEFAULT 0 CHECK (sent >= 0),
  delivered   integer NOT NULL DEFAULT 0 CHECK (delivered >= 0),
  opened      integer NOT NULL DEFAULT 0 CHECK (opened >= 0),
  clicked     integer NOT NULL DEFAULT 0 CHECK (clicked >= 0),
  PRIMARY KEY (account_id, waitlist_id)
) WITH (fillfactor = 10);
CREATE TYPE engagement AS (sent integer, delivered integer, opened integer, clicked integer);

-- The signup email: template, providers, allowance, state, and what providers report (spec 2.6, 4.8, 6.2, 8).

-- A waitlist's own template; without a row the default one is used.
CREATE TABLE email_templates (
  account_id  uuid NOT NULL,
  waitlist_id uuid NOT NULL,
  subject     text NOT NULL,
  html        text NOT NULL,
  PRIMARY KEY (account_id, waitlist_id)
);

-- An account's own provider. What could be misused is sealed by the service and unreadable here.
CREATE TABLE email_providers (
  account_id    uuid PRIMARY KEY REFERENCES accounts,
  type          text NOT NULL,
  sealed_config text NOT NULL,
  from_address  text NOT NULL,                                             -- of its mails, with a name where it has one
  token         text NOT NULL CONSTRAINT email_providers_token UNIQUE,     -- in the address that the provider's events are sent to, which names no account
  sealed_secret text,                                                      -- what those events are signed with
  version       uuid NOT NULL                                              -- changes with the settings
);

-- Mails on the service's own credentials, by UTC month.
CREATE TABLE email_usage (
  account_id uuid NOT NULL,
  month      date NOT NULL,
  reserved   integer NOT NULL CHECK (reserved >= 0),
  PRIMARY KEY (account_id, month)
) WITH (fillfactor = 20);

-- One row per signup that is to be mailed. An event of a mail on the service's own credentials names the signup or the message, and no
-- account: so the two keys that it is found by begin with these.
CREATE TABLE signup_emails (
  account_id          uuid NOT NULL,
  signup_id           uuid NOT NULL,
  state               text NOT NULL DEFAULT 'queued'
                      CHECK (state IN ('queued', 'held', 'sending', 'sent', 'failed', 'suppressed', 'config_error')),
  route               text,                                                -- 'own' or 'managed', once it is being sent
  provider            text,                                                -- the type it is sent with
  provider_version    uuid,                                                -- of the account's settings: whether a repeat reaches the same ones
  provider_message_id text,
  message_id          text,
  reserved_month      date,                                                -- the month whose allowance it has a reservation in
  rendered            json,                                                -- as first handed over, kept while a repeat must be the same to the byte
  rendered_at         timestamptz(3),
  send_attempts       smallint NOT NULL DEFAULT 0,                         -- that its provider put off; what fails before it is reached is none
  resend_count        integer NOT NULL DEFAULT 0,                          -- how often it was sent again after a refusal: another mail to the provider
  throttled_by        uuid,                                                -- the throttle that it waits behind: its account_id
  not_before          timestamptz(3),                                      -- while it waits
  has_permit          boolean NOT NULL DEFAULT false,                      -- its turn behind the throttle has come
  first_throttled_at  timestamptz(3),                                      -- when its provider first asked to wait: it waits a day at most
  error               text,
  retries_exhausted   boolean NOT NULL DEFAULT false,                      -- failed for want of attempts or time, so it may be sent again
  ambiguous           boolean NOT NULL DEFAULT false,                      -- recorded as sent after a crash in the middle of it
  sent_at             timestamptz(3),
  PRIMARY KEY (signup_id, account_id)
) WITH (fillfactor = 70);
CREATE UNIQUE INDEX signup_emails_message ON signup_emails (provider, provider_message_id, account_id) WHERE provider_message_id IS NOT NULL;
CREATE INDEX signup_emails_held ON signup_emails (account_id, signup_id) WHERE state = 'held';
-- Counted and listed for their account, and sent again once it has mended its settings.
CREATE INDEX signup_emails_unsent ON signup_emails (account_id, state, signup_id)
  WHERE state IN ('failed', 'suppressed', 'config_error');
CREATE INDEX signup_emails_exhausted ON signup_emails (account_id, signup_id) WHERE retries_exhausted;
-- Accounts that share credentials take turns.
CREATE INDEX signup_emails_throttled ON signup_emails (throttled_by, account_id, signup_id) WHERE throttled_by IS NOT NULL;

-- A provider that answers "too many" slows the mails that go out on the same credentials, in every worker alike (C6.6).
-- One row while a provider's limit is being kept to; none for the others.
CREATE TABLE email_throttles (
  account_id   uuid PRIMARY KEY,                                           -- on its own provider; the service's own for all on its credentials
  ceiling      double precision,                                           -- mails a second at which it refused last; null until that is known
  lowered_at   timestamptz NOT NULL,                                       -- of refusals that belong together, the first one lowers the rate
  paused_until timestamptz NOT NULL,                                       -- no mail starts before; the rate grows from then on
  next_at      timestamptz NOT NULL                                        -- when the next mail may start
) WITH (fillfactor = 20);

-- Events of providers as they came: the store that tells a repeat, and where an event waits for the mail that it is about.
CREATE TABLE email_events (
  account_id          uuid NOT NULL,                                       -- whose provider it came from, or the service's own
  id                  uuid NOT NULL,
  event_id            text NOT NULL,                                       -- the provider's own
  nonce               text,
  provider            text NOT NULL,
  status_rank         smallint NOT NULL,
  occurred_at         timestamptz(3) NOT NULL,
  received_at         timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  provider_message_id text,
  signup_id           uuid,
  unmatched           boolean NOT NULL DEFAULT false,                      -- its mail is not known yet
  PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX email_events_event ON email_events (account_id, event_id) WHERE event_id >= '';
CREATE UNIQUE INDEX email_events_nonce ON email_events (account_id, nonce) WHERE nonce IS NOT NULL;
CREATE INDEX email_events_unmatched ON email_events (account_id, provider, provider_message_id) WHERE unmatched;
CREATE INDEX email_events_received ON email_events (received_at);          -- of all accounts: old ones go

-- Integrations: what an account connects, and the log of deliveries (spec 2.9, 4.7, 6.1).

CREATE TABLE integrations (
  account_id    uuid NOT NULL REFERENCES accounts,
  id            uuid NOT NULL,                                             -- a new one after a DELETE: what was pending for the old one goes nowhere
  type          text NOT NULL,
  enabled       boolean NOT NULL DEFAULT true,
  active_since  timestamptz NOT NULL DEFAULT clock_timestamp(),            -- it gets no event from before: a resumed one replays nothing
  events        text[] NOT NULL,                                           -- those it wants, as in its configuration; empty for all
  sealed_config text NOT NULL,                                             -- sealed by the service and unreadable here
  created_at    timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account_id, id),
  CONSTRAINT integrations_type UNIQUE (account_id, type)                   -- an account has a handful: either key will do
);

-- One row per attempt, written before it is made: a worker that dies leaves it as it is, and it reads as failed (C7.4).
CREATE TABLE deliveries (
  account_id      uuid NOT NULL,
  id              uuid NOT NULL,
  integration_id  uuid NOT NULL,
  event_type      text NOT NULL,
  status          text NOT NULL DEFAULT 'attempting' CHECK (status IN ('attempting', 'success', 'failed')),
  response_status integer,
  error           text,
  created_at      timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  delivered_at    timestamptz(3),
  is_test         boolean NOT NULL DEFAULT false,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, integration_id) REFERENCES integrations ON DELETE CASCADE
) WITH (fillfactor = 80);                                                  -- room to complete a record in its page
CREATE INDEX deliveries_newest ON deliveries (account_id, integration_id, created_at DESC, id DESC) WHERE created_at > '-infinity';
CREATE INDEX deliveries_age ON deliveries (created_at);                    -- of all accounts: old ones go

-- The outbox: one row per pending job, written in the transaction that causes it and removed in the one that does it.
-- The key is the job and its subject, so a thing cannot be pending twice.
CREATE TABLE outbox (
  account_id     uuid NOT NULL,
  job            text NOT NULL,
  id             uuid NOT NULL,                                            -- the subject: a signup, a waitlist, …
  payload        json NOT NULL DEFAULT '{}',                               -- facts that may be gone when the job runs
  due_at         timestamptz NOT NULL DEFAULT clock_timestamp(),           -- free to be claimed from then on, 'infinity' for a dead letter
  lease_token    uuid,                                                     -- which claim owns the job: new with each, and never repeated
  claim_count    integer NOT NULL DEFAULT 0,                               -- the pause before a retry grows with it
  crash_count    smallint NOT NULL DEFAULT 0,                              -- claims whose worker did not live to postpone it, the last one included
  integration_id uuid,                                                     -- of a delivery; other jobs have none
  PRIMARY KEY (account_id, job, id)
);
-- What is due of a job is looked for account by account: one account's backlog is not in front of what others have due.
CREATE INDEX outbox_due_by_account ON outbox (job, account_id, due_at) WHERE due_at > '-infinity';
CREATE INDEX outbox_dead_lettered ON outbox (job) WHERE due_at = 'infinity';
-- An integration has a limit of pending deliveries, so they are counted.
CREATE INDEX outbox_pending_by_integration ON outbox (account_id, integration_id, due_at) WHERE integration_id IS NOT NULL;
