-- The schema of version 1.0. It never changes: later migrations add to it. Functions are in functions/, and
-- schema.sql shows what a table looks like today.
--
-- Everything that belongs to an account has its account_id, first in every key, and statements name it. A key that
-- begins with another column is looked up over all accounts. The nil UUID is the account of rows that have none.
--
-- Besides the primary key, an index that begins with the account is partial, if only by a condition that every row
-- meets, such as position > 0. It serves only statements that state its condition: those that look a row up by its
-- primary key use no other index, whatever the planner knows of the table.
--
-- Postgres makes every check and every partial index of a table ready for each statement that writes to it, some 10 µs
-- of CPU. So signups, mails and waitlist_counters, which every signup writes, have no check of a text that only this
-- service's own code writes.

-- Accounts, the people who sign in for them and the API keys that act for them (spec 2.8, 5, 8).

CREATE TABLE accounts (
  id                       uuid PRIMARY KEY,
  name                     text NOT NULL,
  plan                     text NOT NULL CHECK (plan IN ('free', 'launch', 'scale', 'enterprise')),
  requests_per_minute      integer CHECK (requests_per_minute > 0),        -- overrides the plan's number where set
  managed_emails_per_month integer CHECK (managed_emails_per_month >= 0),  -- likewise
  created_at               timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  checklist_dismissed_at   timestamptz(3),                                 -- the dashboard shows a new account's checklist until then
  time_zone                text NOT NULL DEFAULT 'UTC',                    -- of the dashboard's days and times, by its IANA name; the API stays in UTC
  notice_chat              text                                            -- the type of the integration that notices are posted to; null: none
);

-- The users of the dashboard. An address may be that of a user in several accounts, of one in each. The account of a user is said by whoever
-- adds them; that the address is theirs is known only once they have proven it: by a link that was mailed to it, at an OpenID provider that
-- calls it verified, or by the word of the operator.
CREATE TABLE users (
  id            uuid PRIMARY KEY,
  account_id    uuid NOT NULL REFERENCES accounts,
  email         text NOT NULL,
  email_key     text NOT NULL,                                             -- the address as it is compared
  password_hash text NOT NULL,                                             -- argon2id, PHC string
  created_at    timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  role          text NOT NULL DEFAULT 'owner' CHECK (role IN ('owner', 'editor', 'viewer')),
  muted_notices text[] NOT NULL DEFAULT '{}',                              -- kinds of notices that the user does not want by mail
  weekly_digest boolean NOT NULL DEFAULT false,
  digest_up_to  date,                                                      -- the Monday after the last week that a digest told of
  proven_at     timestamptz(3),                                            -- when the address was proven; null: it is not
  CONSTRAINT users_email UNIQUE (account_id, email_key)
);
CREATE INDEX users_address ON users (email_key);
CREATE INDEX users_digest ON users (id) WHERE weekly_digest;

-- Who is signed in to the dashboard (contract 11). The token itself is with the browser only.
CREATE TABLE sessions (
  token_hash   bytea PRIMARY KEY,                                          -- SHA-256
  user_id      uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at   timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  last_seen_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),          -- written at most once an hour
  device       text,                                                       -- as in "Firefox on macOS"; null where the browser does not say
  in_test_mode boolean NOT NULL DEFAULT false                              -- its pages show the test mode, an account of its own (test-account.ts)
);
CREATE INDEX sessions_user ON sessions (user_id);

-- The second factor of users: a secret that their authenticator app has, too, and codes for the day when it is lost.
CREATE TABLE user_totp (
  user_id       uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  account_id    uuid NOT NULL,
  type          text NOT NULL,                                             -- the user's id: the secret is bound to it
  sealed_secret text NOT NULL,
  confirmed_at  timestamptz(3),                                            -- null until the first code: the factor is not asked for yet
  last_step     bigint NOT NULL DEFAULT 0                                  -- of the last code that was used: each is used once
);
CREATE TABLE recovery_codes (
  user_id   uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);

-- Wrong codes of the second factor. After ten in an hour the sign-in begins anew, and the user is told. Those from a browser that the user
-- has signed in with are counted apart: strangers must not end the owner's sign-in.
CREATE TABLE code_failures (
  user_id          uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  by_known_browser boolean NOT NULL,
  failures         integer NOT NULL,                                       -- since then
  since            timestamptz(3) NOT NULL,                                -- an hour ago at most, or they do not count
  tickets_end      timestamptz(3),                                         -- tickets from before are worth nothing
  PRIMARY KEY (user_id, by_known_browser)
);

-- Who users are to OpenID providers. A user is tied to the first identity that signs in with their address: an address may pass to somebody
-- else, an identity does not.
CREATE TABLE user_identities (
  user_id    uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  account_id uuid NOT NULL,
  issuer     text NOT NULL,
  subject    text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (user_id, issuer)
);
-- A person may have a user in each of several accounts.
CREATE UNIQUE INDEX user_identities_subject ON user_identities (issuer, subject, account_id);

-- Links that are mailed to users: invitations, and links to set a new password. The token is made when the mail is sent, and only its hash is
-- here. A link that was used is gone.
CREATE TABLE user_links (
  id         uuid PRIMARY KEY,                                             -- also of its mail
  account_id uuid NOT NULL,
  kind       text NOT NULL CHECK (kind IN ('invite', 'reset')),
  email      text NOT NULL,
  email_key  text NOT NULL,
  role       text CHECK (role IN ('owner', 'editor', 'viewer')),           -- of an invitation
  token_hash bytea UNIQUE,                                                 -- null until the mail is sent
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX user_links_subject ON user_links (account_id, kind, email_key);
-- An address has one invitation to an account. A link to a new password does not take the place of one before: anybody can ask for one.
CREATE UNIQUE INDEX user_links_invite ON user_links (account_id, email_key) WHERE kind = 'invite';

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

-- Apps that people have connected, such as assistants, and what the authorization server remembers.

CREATE TABLE connected_apps (
  id            uuid PRIMARY KEY,
  user_id       uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  account_id    uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,     -- of the user, also where the app sees the test mode
  grant_id      text NOT NULL UNIQUE,                                    -- what the authorization server calls it
  client_id     text NOT NULL,
  name          text NOT NULL,                                           -- what the app calls itself, not verified
  redirect_host text NOT NULL,                                           -- where its codes went
  scopes        text[] NOT NULL,                                         -- what was granted; the role of the user limits it, now and later
  is_test       boolean NOT NULL,
  created_at    timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  last_used_at  timestamptz(3)
);
CREATE INDEX connected_apps_account ON connected_apps (account_id, created_at, id);
CREATE INDEX connected_apps_user ON connected_apps (user_id);
CREATE INDEX connected_apps_client ON connected_apps (client_id);

-- Codes, tokens, sign-ins under way and registered clients, in the form of the library. None can be used by who reads this table.
CREATE TABLE oauth_records (
  kind        text NOT NULL,
  id_hash     bytea NOT NULL,                                            -- of the code, the token or the id
  grant_id    text,
  payload     jsonb NOT NULL,                                            -- without the code or the token
  expires_at  timestamptz NOT NULL,
  consumed_at timestamptz,                                               -- a code and a refresh token can be used once
  PRIMARY KEY (kind, id_hash)
);
CREATE INDEX oauth_records_grant ON oauth_records (grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX oauth_records_expiry ON oauth_records (expires_at);

-- Who changed what in an account. Rows are written with the change, in its transaction, and kept for 400 days.
CREATE TABLE audit_entries (
  account_id  uuid NOT NULL,
  id          uuid NOT NULL,                                               -- UUIDv7: the order of the log
  created_at  timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  actor_type  text NOT NULL CHECK (actor_type IN ('user', 'api_key', 'app', 'command_line', 'visitor')),
  actor_id    uuid,                                                        -- of the user or the key, which may be gone
  actor_name  text,                                                        -- the address of the user, or the name of the key, as it was then
  action      text NOT NULL,
  object_type text NOT NULL,
  object_id   text,
  details     json NOT NULL DEFAULT '{}',                                  -- what is needed to understand it; never a secret
  PRIMARY KEY (account_id, id)
);
CREATE INDEX audit_entries_signup ON audit_entries (account_id, object_id, id) WHERE object_type = 'signup';
CREATE INDEX audit_entries_age ON audit_entries (created_at);              -- of all accounts: old ones go

-- Waitlists, their settings, their counters and their custom fields (spec 2.1, 2.2).

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

-- What the owner has set. A list without a row, and a setting that is not in it, has the default: off.
CREATE TABLE waitlist_settings (
  account_id   uuid NOT NULL,
  waitlist_id  uuid NOT NULL,
  settings     jsonb NOT NULL,
  updated_at   timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  abuse_policy jsonb,                                                      -- the settings `abuse` for the functions, with defaults; null: they judge none
  PRIMARY KEY (account_id, waitlist_id),
  FOREIGN KEY (account_id, waitlist_id) REFERENCES waitlists
);

-- The one row that a signup locks. It exists exactly as long as the waitlist does, so holding it proves that the list is there. A signup
-- changes no indexed column and pages are left mostly empty: every update is a HOT one.
CREATE TABLE waitlist_counters (
  account_id        uuid NOT NULL,
  waitlist_id       uuid NOT NULL,
  last_position     integer NOT NULL DEFAULT 0,                            -- the highest position ever given out
  live_count        integer NOT NULL DEFAULT 0 CHECK (live_count >= 0),    -- signups that are on the list now
  referred_count    integer NOT NULL DEFAULT 0 CHECK (referred_count >= 0),   -- those of them with a referrer
  -- What the signup path and the worker read of the settings.
  confirm_hours     smallint,                                              -- how long a link to confirm is valid; null: nobody is asked
  remind_hours      smallint,                                              -- how long after it one more is sent; null: none is
  credit_on_confirm boolean NOT NULL DEFAULT false,                        -- a referrer gets the credit once the signup is confirmed
  unconfirmed_days  smallint,                                              -- unconfirmed signups go after so many days; null: they stay
  delete_before     date,                                                  -- on that day, signups from before it go; null: they stay
  abuse_mode        text,                                                  -- 'monitor' or 'enforce'; null: no referral is judged
  reward_levels     integer[],                                             -- how many referrals reach a reward; null: there are no rewards
  has_imports       boolean NOT NULL DEFAULT false,                        -- created_at does not rise with the position
  converted_days    smallint,                                              -- signups of people who became users go after so many days; null: they stay
  archived_text     text,                                                  -- what is answered to new signups; null: the list is not archived
  PRIMARY KEY (account_id, waitlist_id),
  FOREIGN KEY (account_id, waitlist_id) REFERENCES waitlists
) WITH (fillfactor = 10);
-- Only waitlists that remind are in it.
CREATE INDEX waitlist_counters_reminding ON waitlist_counters (account_id, waitlist_id) WHERE remind_hours IS NOT NULL;
-- Only waitlists that do not keep every signup are in it.
CREATE INDEX waitlist_counters_retention ON waitlist_counters (account_id, waitlist_id)
  WHERE unconfirmed_days IS NOT NULL OR delete_before IS NOT NULL OR converted_days IS NOT NULL;

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

-- The names of hosted signup pages (/w/{name}). The service has each name once, so it comes before the account. Written under the lock of
-- the waitlist: the new name first, whose index entry another list may hold, and only then changes of the list's own rows.
CREATE TABLE waitlist_pages (
  name        text COLLATE "C" NOT NULL,                                   -- the slug; that of a test list begins with test--
  account_id  uuid NOT NULL,
  waitlist_id uuid NOT NULL,
  replaced_at timestamptz(3),                                              -- when the list got another; it leads there since
  PRIMARY KEY (name),
  FOREIGN KEY (account_id, waitlist_id) REFERENCES waitlists
);
CREATE INDEX waitlist_pages_list ON waitlist_pages (account_id, waitlist_id);

-- Logos of waitlists, for their pages and mails. Those that were replaced stay for a while: mails show them.
CREATE TABLE brand_logos (
  account_id  uuid NOT NULL,
  waitlist_id uuid NOT NULL,
  hash        text COLLATE "C" NOT NULL,                                -- of the list and the picture; in its URL
  type        text NOT NULL,                                            -- its media type
  width       integer NOT NULL,                                         -- in pixels, as the height
  height      integer NOT NULL,
  bytes       bytea NOT NULL,
  created_at  timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account_id, waitlist_id, hash),
  FOREIGN KEY (account_id, waitlist_id) REFERENCES waitlists
);
-- A URL names the logo and no account.
CREATE UNIQUE INDEX brand_logos_hash ON brand_logos (hash);
-- Pictures are compressed already.
ALTER TABLE brand_logos ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- Segments: filters of the people of a waitlist, with a name.
CREATE TABLE segments (
  account_id  uuid NOT NULL,
  waitlist_id uuid NOT NULL,
  id          uuid NOT NULL,
  name        text NOT NULL,
  filter      jsonb NOT NULL,                                            -- as the body of a request has it
  created_at  timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  updated_at  timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account_id, waitlist_id, id)
);

-- Public links to the statistics of a waitlist.
CREATE TABLE statistics_links (
  account_id  uuid NOT NULL,
  waitlist_id uuid NOT NULL,
  id          uuid NOT NULL,
  token_hash  bytea NOT NULL UNIQUE,                                     -- of the token in its URL, which is stored nowhere
  user_id     uuid,                                                      -- who made it; the user may be gone
  created_at  timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account_id, waitlist_id, id)
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
  email_key          text COLLATE "C" NOT NULL,                            -- as it is compared: lower case, ASCII domain. By bytes, so that the index finds
                                                                           -- the start of an address, too
  referral_code      text NOT NULL CONSTRAINT signups_referral_code UNIQUE,   -- over all accounts
  referral_count     integer NOT NULL DEFAULT 0 CHECK (referral_count >= 0),
  referred_by        uuid,
  utm_source         text,
  referrer           text,
  referrer_domain    text,
  metadata           json NOT NULL,                                        -- json, not jsonb: given back as it came
  fields             json NOT NULL,
  email_status       smallint NOT NULL DEFAULT 0,                          -- rank; mail-state/status.ts names them
  email_delivered_at timestamptz(3),
  email_opened_at    timestamptz(3),
  email_clicked_at   timestamptz(3),
  created_at         timestamptz(3) NOT NULL,
  unsubscribed_at    timestamptz(3),
  confirmable_until  timestamptz(3),                                       -- when the newest link to confirm expires; null: it was never asked
  confirm_sent_at    timestamptz(3),
  confirm_count      smallint NOT NULL DEFAULT 0,                          -- links that were sent
  confirmed_at       timestamptz(3),
  uncredited         text,                                                 -- why its referrer has no credit for it: 'unconfirmed'; null: it has
  fold_key           text COLLATE "C",                                     -- the address without its tag, where that differs and referrals are judged
  status_mailed_at   timestamptz(3),                                       -- of the last mail of the kind status: the person used the form again
  import_id          uuid,                                                 -- the import that it came with
  locale             text,                                                 -- a canonical language tag (BCP 47); null: not known
  note               text,                                                 -- of the team; null: none
  note_by            text,                                                 -- who wrote it: the name of a user or of a key, as it was then
  noted_at           timestamptz(3),
  address_generation smallint NOT NULL DEFAULT 0,                          -- how often its address was corrected: links for an earlier one do nothing
  PRIMARY KEY (account_id, id)
) WITH (fillfactor = 85);                                                  -- room for HOT updates of the email columns
CREATE UNIQUE INDEX signups_position ON signups (account_id, waitlist_id, position) WHERE position > 0;
CREATE UNIQUE INDEX signups_email ON signups (account_id, waitlist_id, email_key) WHERE email_key >= '';
-- It finds those that are uncredited, too: of one referrer they are few.
CREATE INDEX signups_referred_by ON signups (account_id, referred_by) WHERE referred_by IS NOT NULL;
-- Who brought most. A signup that brought nobody is not in it: adding one costs nothing.
CREATE INDEX signups_referrals ON signups (account_id, waitlist_id, referral_count DESC, position) WHERE referral_count > 0;
-- Only signups that were asked once and have not confirmed are in it.
CREATE INDEX signups_to_remind ON signups (account_id, waitlist_id, confirm_sent_at) WHERE confirm_count = 1 AND confirmed_at IS NULL;
-- Only signups that were asked and have not confirmed are in it.
CREATE INDEX signups_unconfirmed ON signups (account_id, waitlist_id, created_at) WHERE confirmable_until IS NOT NULL AND confirmed_at IS NULL;
CREATE INDEX signups_fold ON signups (account_id, waitlist_id, fold_key) WHERE fold_key IS NOT NULL;
CREATE INDEX signups_imported ON signups (account_id, waitlist_id, created_at) WHERE import_id IS NOT NULL;

-- add_signups reads its JSON once into an array of these: reading JSON is a seventh of what a batch costs.
CREATE TYPE signup_request AS (
  ord             integer,
  account_id      uuid,
  waitlist_id     uuid,
  signup_cap      integer,
  mailed          boolean,
  notified        boolean,
  id              uuid,
  code            text,
  email           text,
  email_key       text COLLATE "C",
  utm_source      text,
  referrer        text,
  referrer_domain text,
  metadata        json,
  fields          json,
  referrer_code   text,
  referrer_alias  text,
  signals         jsonb,
  locale          text,
  campaign        json
);

-- What the links that led people to a waitlist say besides their source: utm_medium, utm_campaign, utm_term and utm_content. Only for
-- signups that have at least one of them. Never updated.
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

-- Live signups by what became of their email, all time (spec 2.7 email_engagement), and those that have confirmed.
CREATE TABLE signup_email_counts (
  account_id  uuid NOT NULL,
  waitlist_id uuid NOT NULL,
  sent        integer NOT NULL DEFAULT 0 CHECK (sent >= 0),
  delivered   integer NOT NULL DEFAULT 0 CHECK (delivered >= 0),
  opened      integer NOT NULL DEFAULT 0 CHECK (opened >= 0),
  clicked     integer NOT NULL DEFAULT 0 CHECK (clicked >= 0),
  confirmed   integer NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, waitlist_id)
) WITH (fillfactor = 10);
CREATE TYPE engagement AS (sent integer, delivered integer, opened integer, clicked integer);

-- Signups that a user of the dashboard chose, and what becomes of them in the background (N8). The positions are noted when the user confirms,
-- so exactly the signups that were counted are acted on, whatever is added or changed later.
CREATE TABLE selections (
  account_id  uuid NOT NULL,
  id          uuid NOT NULL,
  waitlist_id uuid NOT NULL,
  action      text NOT NULL CHECK (action IN ('delete', 'resend')),
  total       integer NOT NULL CHECK (total >= 0),                         -- how many were chosen
  done        integer NOT NULL DEFAULT 0 CHECK (done >= 0),                -- of how many it is done
  left_out    integer NOT NULL DEFAULT 0 CHECK (left_out >= 0),            -- there was nothing to do for these
  created_by  text NOT NULL,                                               -- the address of the user
  created_at  timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  stopped_at  timestamptz(3),                                              -- a user asked to leave the rest as it is
  finished_at timestamptz(3),
  told_to     bytea,                                                       -- hash of the token of the session that began it, until it was told the outcome
  PRIMARY KEY (account_id, id)
);
CREATE INDEX selections_newest ON selections (account_id, waitlist_id, created_at DESC) WHERE created_at > '-infinity';

-- The positions of a selection in parts. A part is deleted in the transaction that deals with it.
CREATE TABLE selection_parts (
  account_id   uuid NOT NULL,
  selection_id uuid NOT NULL,
  part         integer NOT NULL,
  positions    integer[] NOT NULL,
  PRIMARY KEY (account_id, selection_id, part)
);

-- The feed of an account, its integrations, and the log of deliveries (spec 2.9, 4.7, 6.1; N2).

-- One row per account with a feed: from its first GET /v1/events or its first integration on. Whoever gives an event its number holds this
-- row until the commit, so a reader that has seen 41 never misses 40.
CREATE TABLE event_counters (
  account_id uuid PRIMARY KEY REFERENCES accounts,
  last_seq   bigint NOT NULL DEFAULT 0,
  last_at    timestamptz(3) NOT NULL DEFAULT clock_timestamp()             -- of the last event: times of a feed never go back
) WITH (fillfactor = 10);

-- The feed, for 30 days. A job that delivers an event names it, and does not repeat its data.
CREATE TABLE events (
  account_id uuid NOT NULL,
  seq        bigint NOT NULL,
  id         uuid NOT NULL,
  type       text NOT NULL,
  fired_at   timestamptz NOT NULL,                                         -- when it was published: an integration gets no event from before it was active
  created_at timestamptz(3) NOT NULL,                                      -- when it was numbered, in the order of the feed
  data       json NOT NULL,                                                -- as it was published: publishing/events.ts makes the event of it
  facts      json,                                                         -- what integrations include in addition, if any does
  erased     boolean NOT NULL DEFAULT false,                               -- only ids and times are left of the data; it is not delivered again
  PRIMARY KEY (account_id, seq)
);
CREATE UNIQUE INDEX events_id ON events (account_id, id) WHERE seq > 0;
CREATE INDEX events_age ON events (created_at);                            -- of all accounts: old ones go

CREATE TABLE integrations (
  account_id      uuid NOT NULL REFERENCES accounts,
  id              uuid NOT NULL,                                           -- a new one after a DELETE: what was pending for the old one goes nowhere
  type            text NOT NULL,
  enabled         boolean NOT NULL DEFAULT true,
  active_since    timestamptz NOT NULL DEFAULT clock_timestamp(),          -- it gets no event from before: a resumed one replays nothing
  events          text[] NOT NULL,                                         -- those it wants, as in its configuration; empty for all
  sealed_config   text NOT NULL,                                           -- sealed by the service and unreadable here
  created_at      timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  include         text[] NOT NULL DEFAULT '{}',                            -- what it asks event data to carry in addition (N1), as in its configuration
  retries         text NOT NULL DEFAULT 'none' CHECK (retries IN ('none', 'standard')),   -- likewise
  paused_at       timestamptz(3),                                          -- null while it is enabled
  disabled_at     timestamptz(3),                                          -- paused by the service, until it is resumed
  disabled_reason text,
  sealed_previous text,                                                    -- the signing secret before the last rotation,
  previous_until  timestamptz(3),                                          -- which signs too until then
  missed_since    timestamptz(3),                                          -- as of its health, kept when it is resumed until a replay begins there
  PRIMARY KEY (account_id, id),
  CONSTRAINT integrations_type UNIQUE (account_id, type)                   -- an account has a handful: either key will do
);
-- Finds signing secrets that sign no more.
CREATE INDEX integrations_previous_secrets ON integrations (previous_until) WHERE previous_until IS NOT NULL;

-- One row per integration whose newest attempt failed, or that works again while events are missing; none for the others. No foreign key:
-- an attempt that ends would wait for whoever deletes its integration, who waits for its record.
CREATE TABLE integration_health (
  account_id      uuid NOT NULL,
  integration_id  uuid NOT NULL,
  failing_since   timestamptz(3) DEFAULT clock_timestamp(),                -- the first failure after the last success; null: it works again
  failed_attempts integer NOT NULL,                                        -- since then
  last_error      text,
  is_gone         boolean NOT NULL DEFAULT false,                          -- the receiver answered 410
  noticed_at      timestamptz(3),                                          -- when the account's users were told
  missed_since    timestamptz(3),                                          -- since when events may not have arrived, until they are replayed or dismissed:
                                                                           -- the last success before the failures, or the first failed event if older
  PRIMARY KEY (account_id, integration_id)
) WITH (fillfactor = 20);

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
  event_id        uuid,                                                    -- null for a test event
  attempt         smallint NOT NULL DEFAULT 1,
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, integration_id) REFERENCES integrations ON DELETE CASCADE
) WITH (fillfactor = 80);                                                  -- room to complete a record in its page
CREATE INDEX deliveries_newest ON deliveries (account_id, integration_id, created_at DESC, id DESC) WHERE created_at > '-infinity';
CREATE INDEX deliveries_age ON deliveries (created_at);                    -- of all accounts: old ones go

-- What was sent and answered, for 7 days. It goes with the record.
CREATE TABLE delivery_details (
  account_id uuid NOT NULL,
  id         uuid NOT NULL,
  request    json NOT NULL,                                                -- without signatures and secrets
  response   json,                                                         -- null without an answer
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account_id, id),
  FOREIGN KEY (account_id, id) REFERENCES deliveries ON DELETE CASCADE
);
CREATE INDEX delivery_details_age ON delivery_details (created_at);        -- of all accounts: old ones go

-- Events whose last attempt at an integration succeeded. The log of attempts is too short to tell.
CREATE TABLE delivered_events (
  account_id     uuid NOT NULL,
  seq            bigint NOT NULL,
  integration_id uuid NOT NULL,
  PRIMARY KEY (account_id, seq, integration_id)
);

-- Mails: templates, providers, allowance, state, what providers report, and who gets none (spec 2.6, 4.8, 6.2, 8).

-- A waitlist's own templates; without a row the default one of the kind is used.
CREATE TABLE mail_templates (
  account_id  uuid NOT NULL,
  waitlist_id uuid NOT NULL,
  subject     text NOT NULL,
  html        text NOT NULL,
  kind        text NOT NULL CHECK (kind IN ('signup', 'confirm', 'invite', 'reward', 'status', 'notice')),
  design      jsonb,                                                       -- what the simple editor made the HTML of; null for one that was written as HTML
  locale      text NOT NULL DEFAULT '',                                    -- a version for one language, by its tag; '' is for all others
  PRIMARY KEY (account_id, waitlist_id, kind, locale)
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

-- One row per mail. A signup's own mail has the id of its signup, which jobs and tags at providers hold. Only that kind stamps
-- signups.email_status; the others keep what became of them here. An event of a mail on the service's own credentials names the mail or the
-- message, and no account: so the two keys that it is found by begin with these.
CREATE TABLE mails (
  account_id          uuid NOT NULL,
  id                  uuid NOT NULL,
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
  kind                text NOT NULL DEFAULT 'signup',                      -- as of a template
  signup_id           uuid,                                                -- whom it goes to; null for the kind signup, whose id it is, and for a notice
  status              smallint NOT NULL DEFAULT 0,                         -- rank; 0 for the kind signup, whose status its signup has
  delivered_at        timestamptz(3),
  opened_at           timestamptz(3),
  clicked_at          timestamptz(3),
  reward_at           integer,                                             -- the reward that a mail of that kind is about
  bounce_class        text,                                                -- what its bounce says: nothing will arrive there, or a later mail may
  bounce_reason       text,
  -- Of its signup when it was last started: to which address it went. What comes back about an earlier one counts no more.
  address_generation  smallint NOT NULL DEFAULT 0,
  PRIMARY KEY (id, account_id)
) WITH (fillfactor = 70);
CREATE UNIQUE INDEX mails_message ON mails (provider, provider_message_id, account_id) WHERE provider_message_id IS NOT NULL;
CREATE INDEX mails_held ON mails (account_id, id) WHERE state = 'held';
-- Counted and listed for their account, and sent again once it has mended its settings.
CREATE INDEX mails_unsent ON mails (account_id, state, id) WHERE state IN ('failed', 'suppressed', 'config_error');
CREATE INDEX mails_exhausted ON mails (account_id, id) WHERE retries_exhausted;
-- Mails that may have left or not, which people look through and may send again.
CREATE INDEX mails_ambiguous ON mails (account_id, id) WHERE ambiguous;
-- Accounts that share credentials take turns.
CREATE INDEX mails_throttled ON mails (throttled_by, account_id, id) WHERE throttled_by IS NOT NULL;
-- The other mails of a signup. The mail that each signup gets is not in it, so it costs a signup nothing.
CREATE INDEX mails_of_signup ON mails (account_id, signup_id) WHERE signup_id IS NOT NULL;
-- Notices to the account's users are deleted after 30 days; they are few.
CREATE INDEX mails_notices ON mails (sent_at) WHERE kind = 'notice';

-- A provider that answers "too many" slows the mails that go out on the same credentials, in every worker alike (C6.6).
-- One row while a provider's limit is being kept to, or its server is down; none for the others.
CREATE TABLE email_throttles (
  account_id   uuid PRIMARY KEY,                                           -- on its own provider; the service's own for all on its credentials
  ceiling      double precision,                                           -- mails a second at which it refused last; null until that is known
  lowered_at   timestamptz NOT NULL,                                       -- of refusals that belong together, the first one lowers the rate
  paused_until timestamptz NOT NULL,                                       -- no mail starts before; the rate grows from then on
  next_at      timestamptz NOT NULL,                                       -- when the next mail may start
  down_since   timestamptz(3),                                             -- the server does not answer, or only with errors of its own: until it does
                                                                           -- again, one mail at a time goes to it, and the others wait
  down_error   text                                                        -- what it last said
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
  signup_id           uuid,                                                -- the mail, as its tag names it
  unmatched           boolean NOT NULL DEFAULT false,                      -- its mail is not known yet
  bounce_class        text,                                                -- as of the mail
  bounce_reason       text,
  email_mac           bytea,                                               -- of a transient bounce, the HMAC of the address, as suppressions have it: the
                                                                           -- third one within 30 days counts as permanent
  clicked_link        bytea,                                               -- of a click: a hash of the link as its author wrote it, without what is of one person
  PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX email_events_event ON email_events (account_id, event_id) WHERE event_id >= '';
CREATE UNIQUE INDEX email_events_nonce ON email_events (account_id, nonce) WHERE nonce IS NOT NULL;
CREATE INDEX email_events_unmatched ON email_events (account_id, provider, provider_message_id) WHERE unmatched;
CREATE INDEX email_events_received ON email_events (received_at);          -- of all accounts: old ones go
-- The mail is found over all accounts: on whichever account's credentials it went out.
CREATE INDEX email_events_mail ON email_events (signup_id) WHERE signup_id IS NOT NULL;
CREATE INDEX email_events_bounces ON email_events (email_mac) WHERE email_mac IS NOT NULL;

-- Addresses that get no mails any more. An address is kept only as a keyed HMAC, so a suppression outlives the erasure of the person. It is
-- looked up when a mail is started, never in a request.
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

-- Links that people get.

-- A link token holds the epoch of its kind. Raising it revokes all tokens of that kind; no row means epoch 0.
CREATE TABLE link_epochs (
  account_id  uuid NOT NULL,
  waitlist_id uuid NOT NULL,
  kind        text NOT NULL,
  epoch       integer NOT NULL CHECK (epoch BETWEEN 1 AND 65535),
  PRIMARY KEY (account_id, waitlist_id, kind),
  FOREIGN KEY (account_id, waitlist_id) REFERENCES waitlists
);

-- The random key that signs link tokens: one row, under the account of the service itself. It is sealed and not derived from
-- ENCRYPTION_KEY, so links in mails survive a rotation of that key.
CREATE TABLE link_keys (
  account_id uuid PRIMARY KEY,
  type       text NOT NULL,                                                -- what the sealed text is bound to, with the account
  sealed_key text NOT NULL
);

-- Forms: pages without a server add signups to a list that has one.

CREATE TABLE forms (
  account_id     uuid NOT NULL,
  waitlist_id    uuid NOT NULL,
  id             text COLLATE "C" NOT NULL,                                -- in the page of the account, so it is no secret
  type           text NOT NULL DEFAULT 'turnstile',                        -- who checks that visitors are people
  sealed_captcha text,                                                     -- the secret for that; null: nobody checks
  created_at     timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account_id, waitlist_id),
  FOREIGN KEY (account_id, waitlist_id) REFERENCES waitlists
);
-- A post names the form and no account.
CREATE UNIQUE INDEX forms_id ON forms (id);

-- Referrals that are judged before they credit anybody, on lists that ask for it (N4).

-- A signup that passed somebody's code, and what the service thinks of it. Changed under the lock of the waitlist's counter.
CREATE TABLE referral_claims (
  account_id   uuid NOT NULL,
  signup_id    uuid NOT NULL,
  waitlist_id  uuid NOT NULL,
  referrer_id  uuid NOT NULL,
  email_domain text NOT NULL,
  net_mac      bytea,                                                      -- of the visitor's network; removed after 30 days
  verdict      text NOT NULL CHECK (verdict IN ('ok', 'flagged', 'withheld', 'held')),
  state        text NOT NULL CHECK (state IN ('open', 'approved', 'rejected')),
  reasons      text[] NOT NULL DEFAULT '{}',
  is_hard      boolean NOT NULL,                                           -- it has a reason of its own that only a person settles
  credited     boolean NOT NULL,                                           -- the referrer has the credit
  bounced      boolean NOT NULL DEFAULT false,
  email_held   boolean NOT NULL DEFAULT false,                             -- its mail waits for the decision
  settles_at   timestamptz(3),                                             -- when the service looks whether it may settle by itself
  asks_domain  boolean NOT NULL,                                           -- whether its domain takes mail is still to be looked up
  reviewed_at  timestamptz(3),
  reviewer     text,                                                       -- the id of a user, 'api_key', or 'service' where it settled by itself
  created_at   timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, signup_id)
);
CREATE INDEX referral_claims_domain ON referral_claims (account_id, referrer_id, email_domain, created_at);
CREATE INDEX referral_claims_network ON referral_claims (account_id, referrer_id, net_mac, created_at) WHERE net_mac IS NOT NULL;
CREATE INDEX referral_claims_review ON referral_claims (account_id, waitlist_id, signup_id) WHERE verdict <> 'ok' OR state <> 'open';
-- What waits for a person: the overview counts it, however many referrals are credited all the same or decided.
CREATE INDEX referral_claims_waiting ON referral_claims (account_id, waitlist_id, signup_id)
  WHERE state = 'open' AND verdict <> 'ok' AND NOT credited;
CREATE INDEX referral_claims_list ON referral_claims (account_id, waitlist_id);
CREATE INDEX referral_claims_settling ON referral_claims (account_id, settles_at) WHERE settles_at IS NOT NULL;
CREATE INDEX referral_claims_asking ON referral_claims (account_id, created_at) WHERE asks_domain;
CREATE INDEX referral_claims_networks_to_forget ON referral_claims (created_at) WHERE net_mac IS NOT NULL;

-- What all claims on one code come to, and how fast it may go on. Changed with the claims.
CREATE TABLE referral_claim_counts (
  account_id  uuid NOT NULL,
  referrer_id uuid NOT NULL,
  waitlist_id uuid NOT NULL,
  claims      integer NOT NULL DEFAULT 0 CHECK (claims >= 0),
  credited    integer NOT NULL DEFAULT 0 CHECK (credited >= 0),
  withheld    integer NOT NULL DEFAULT 0 CHECK (withheld >= 0),            -- with such a verdict, unless somebody approved them
  bounced     integer NOT NULL DEFAULT 0 CHECK (bounced >= 0),
  hard        integer NOT NULL DEFAULT 0 CHECK (hard >= 0),                -- that nobody has decided: one that is says nothing about the code any more
  open        integer NOT NULL DEFAULT 0 CHECK (open >= 0),                -- that are to be reviewed
  paced_until timestamptz,                                                 -- when all credits so far fit the pace that the settings allow
  PRIMARY KEY (account_id, referrer_id)
) WITH (fillfactor = 50);
CREATE INDEX referral_claim_counts_list ON referral_claim_counts (account_id, waitlist_id, open DESC, referrer_id);

-- Whether domains take mail, as the DNS said: of no account, and only names.
CREATE TABLE mail_domains (
  domain     text PRIMARY KEY,
  takes_mail boolean,                                                      -- null: the DNS did not answer
  checked_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);

-- What judge_referral needs to know of a signup with a code, and the tables say: add_signups reads it for a whole batch at once. A query for
-- each claim cost more than all the rest of it.
CREATE TYPE claim_facts AS (
  referrer_email_key text,
  referrer_fold_key  text,
  policy             jsonb,                                                -- of waitlist_settings
  counts             referral_claim_counts,                                -- of the referrer; null without claims
  of_domain          integer,                                              -- claims of the code in a day whose address has the same domain, up to 5
  of_network         integer,                                              -- or whose visitor the same network
  folds              boolean,                                              -- an address on the list folds to the same
  takes_mail         boolean,                                              -- of mail_domains
  checked_at         timestamptz
);

-- Rewards for referrals, which each signup reaches once (N5).

-- A reward that a signup has reached. It stays when the count falls, and goes with the signup.
CREATE TABLE reward_grants (
  account_id     uuid NOT NULL,
  signup_id      uuid NOT NULL,
  at             integer NOT NULL CHECK (at >= 1),                         -- how many referrals reach it
  waitlist_id    uuid NOT NULL,
  key            text NOT NULL,                                            -- as the settings had it then
  referral_count integer NOT NULL,                                         -- of the signup then
  reached_at     timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  fulfilled_at   timestamptz(3),                                           -- when it was handed over; null: it was not
  fulfilled_by   text,                                                     -- who said so: the name of a user or of a key, as it was then
  PRIMARY KEY (account_id, signup_id, at)
);
-- Partial, so that no row is looked up through it by mistake.
CREATE INDEX reward_grants_newest ON reward_grants (account_id, waitlist_id, reached_at, signup_id, at) WHERE reached_at > '-infinity';

-- A list that got rewards which signups may have reached before. The job catch-up-rewards goes through the list by its referrals, and is
-- here so far.
CREATE TABLE reward_passes (
  account_id     uuid NOT NULL,
  waitlist_id    uuid NOT NULL,
  after_count    integer NOT NULL,
  after_position integer NOT NULL,
  PRIMARY KEY (account_id, waitlist_id)
);

-- Who has reached a reward on a list that judges referrals, but with too few that are proven: when the service looks again.
CREATE TABLE reward_waits (
  account_id uuid NOT NULL,
  signup_id  uuid NOT NULL,
  looks_at   timestamptz(3),                                               -- null: no time proves another referral
  PRIMARY KEY (account_id, signup_id)
);
CREATE INDEX reward_waits_due ON reward_waits (account_id, looks_at) WHERE looks_at IS NOT NULL;

-- Waves of invitations, and who became a user.

-- A wave: which people are chosen, and what became of them. Members are noted when it is drafted, so what was shown is what is sent.
CREATE TABLE waves (
  account_id      uuid NOT NULL,
  id              uuid NOT NULL,
  waitlist_id     uuid NOT NULL,
  name            text,
  state           text NOT NULL DEFAULT 'selecting' CHECK (state IN ('selecting', 'draft', 'sending', 'sent', 'cancelled')),
  size            integer NOT NULL CHECK (size >= 1),                      -- how many were asked for
  member_order    text NOT NULL CHECK (member_order IN ('display_position', 'position', 'referrals')),
  filter          jsonb NOT NULL,
  expires_in_days smallint NOT NULL,
  per_hour        integer CHECK (per_hour >= 1),                           -- null: all at once
  deliver         text NOT NULL CHECK (deliver IN ('email', 'link')),
  matched         integer NOT NULL DEFAULT 0,                              -- how many meet the filter
  selected        integer NOT NULL DEFAULT 0,
  excluded        jsonb NOT NULL DEFAULT '{}',                             -- how many by the first reason against them
  sample          uuid[] NOT NULL DEFAULT '{}',                            -- the first members
  invited         integer NOT NULL DEFAULT 0,                              -- invitations that were made
  left_out        jsonb NOT NULL DEFAULT '{}',                             -- members that were not invited, by the reason
  next_at         timestamptz,                                             -- when the next members may be invited
  created_at      timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  drafted_at      timestamptz(3),                                          -- when the members were noted
  launched_at     timestamptz(3),
  finished_at     timestamptz(3),                                          -- when the last member was invited
  cancelled_at    timestamptz(3),
  links_since     timestamptz(3),                                          -- a download of the links began
  links_taken_at  timestamptz(3),                                          -- and ended: there is no other one
  PRIMARY KEY (account_id, id)
);
CREATE INDEX waves_newest ON waves (account_id, waitlist_id, created_at DESC, id DESC) WHERE created_at > '-infinity';
-- Only drafts that may still be launched, and those that are being selected, are in it.
CREATE INDEX waves_drafts ON waves (account_id, created_at) WHERE state IN ('selecting', 'draft');

-- The members of a wave that are not dealt with yet, in their order. A part is removed in the transaction that deals with it.
CREATE TABLE wave_parts (
  account_id uuid NOT NULL,
  wave_id    uuid NOT NULL,
  part       integer NOT NULL,
  signup_ids uuid[] NOT NULL,
  PRIMARY KEY (account_id, wave_id, part)
);

CREATE TABLE invitations (
  account_id     uuid NOT NULL,
  id             uuid NOT NULL,
  waitlist_id    uuid NOT NULL,
  signup_id      uuid NOT NULL,                                            -- it may be gone: the invitation is revoked then, or converted
  wave_id        uuid,                                                     -- null: one person was invited
  state          text NOT NULL DEFAULT 'invited' CHECK (state IN ('invited', 'converted', 'expired', 'declined', 'revoked')),
  deliver        text NOT NULL CHECK (deliver IN ('email', 'link')),
  generation     smallint NOT NULL DEFAULT 0,                              -- of the token: another one for each time that it is sent again
  token_hash     bytea NOT NULL,
  mail_id        uuid,                                                     -- its newest mail
  valid_days     smallint NOT NULL,
  expires_at     timestamptz(3) NOT NULL,
  last_mailed_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  created_at     timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  sent_at        timestamptz(3),                                           -- when the first mail left, or the link was made
  ended_at       timestamptz(3),                                           -- when its state became another one than invited
  PRIMARY KEY (account_id, id)
) WITH (fillfactor = 80);
-- Nobody has two invitations that are open.
CREATE UNIQUE INDEX invitations_open ON invitations (account_id, signup_id) WHERE state IN ('invited', 'converted');
CREATE UNIQUE INDEX invitations_token ON invitations (account_id, token_hash) WHERE generation >= 0;
CREATE INDEX invitations_signup ON invitations (account_id, signup_id, id) WHERE valid_days > 0;
CREATE INDEX invitations_list ON invitations (account_id, waitlist_id, id);
CREATE INDEX invitations_wave ON invitations (account_id, wave_id, id) WHERE wave_id IS NOT NULL;
CREATE INDEX invitations_expiring ON invitations (expires_at) WHERE state = 'invited';

-- Who became a user, with an invitation or without.
CREATE TABLE conversions (
  account_id    uuid NOT NULL,
  signup_id     uuid NOT NULL,
  waitlist_id   uuid NOT NULL,
  invitation_id uuid,
  external_id   text,                                                      -- of the person in the account's own product
  converted_at  timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account_id, signup_id)
);
-- The oldest conversions of a list come first.
CREATE INDEX conversions_list ON conversions (account_id, waitlist_id, converted_at);

-- Announcements: mails that are written once, to the people of a list.

CREATE TABLE announcements (
  account_id     uuid NOT NULL,
  id             uuid NOT NULL,
  waitlist_id    uuid NOT NULL,
  name           text NOT NULL,                                            -- for the account, not for the people
  state          text NOT NULL CHECK (state IN ('counting', 'draft', 'selecting', 'scheduled', 'sending', 'paused', 'sent', 'cancelled')),
  subject        text NOT NULL,
  html           text NOT NULL,                                            -- as written, or what the design made
  design         jsonb,                                                    -- of the simple editor; null: the HTML was written
  filter         jsonb NOT NULL DEFAULT '{}',
  per_hour       integer CHECK (per_hour >= 1),                            -- null: as fast as mails go
  send_at        timestamptz(3),                                           -- null: with the launch
  matched        integer NOT NULL DEFAULT 0,                               -- people who meet the filter: of a draft, then of the launch
  selected       integer NOT NULL DEFAULT 0,                               -- those of them who get it
  imported       integer NOT NULL DEFAULT 0,                               -- those of them who came by an import
  excluded       jsonb NOT NULL DEFAULT '{}',                              -- the others, by why
  sample         uuid[] NOT NULL DEFAULT '{}',                             -- the first few of them
  expected_count integer,                                                  -- as the launch said; it has no more than a hundredth of difference
  sample_size    integer,                                                  -- how many get it first, if the launch said so
  sample_left    integer,                                                  -- how many of those are left; null: none, or it was decided
  mailed         integer NOT NULL DEFAULT 0,                               -- mails that were made and not taken back
  left_out       jsonb NOT NULL DEFAULT '{}',                              -- members who got no mail, by why
  under_way      uuid[] NOT NULL DEFAULT '{}',                             -- mails that were made and had not ended when last looked at
  is_held        boolean NOT NULL DEFAULT false,                           -- it waits for an allowance
  next_at        timestamptz(3),                                           -- when the next ones may go, with per_hour
  judged_after   uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000', -- mails after it count for the stop rules
  paused_reason  text,
  refusal        text,                                                     -- why a worker did not launch it
  created_at     timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  launched_at    timestamptz(3),
  finished_at    timestamptz(3),
  PRIMARY KEY (account_id, id)
);
CREATE INDEX announcements_newest ON announcements (account_id, waitlist_id, created_at DESC, id DESC) WHERE created_at > '-infinity';
CREATE INDEX announcements_drafts ON announcements (account_id) WHERE state IN ('counting', 'draft');

-- Members whose turn is still to come, in the order of their turns, 200 to a part. They are fixed by the launch.
CREATE TABLE announcement_parts (
  account_id      uuid NOT NULL,
  announcement_id uuid NOT NULL,
  part            integer NOT NULL,
  signup_ids      uuid[] NOT NULL,
  PRIMARY KEY (account_id, announcement_id, part)
);

-- Members whose turn has come: the primary key gives each one mail. They go with their signups.
CREATE TABLE announcement_members (
  account_id      uuid NOT NULL,
  announcement_id uuid NOT NULL,
  signup_id       uuid NOT NULL,
  id              uuid NOT NULL,                                           -- of the mail; of none if the member was left out
  left_out        text,                                                    -- why there is no mail
  -- Hashes in hex of those links of the mail that the person clicked, where the mail provider reports that.
  clicked         text[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (account_id, announcement_id, signup_id)
);
CREATE INDEX announcement_members_newest ON announcement_members (account_id, announcement_id, id) WHERE id > '00000000-0000-0000-0000-000000000000';
CREATE INDEX announcement_members_signup ON announcement_members (account_id, signup_id, id) WHERE id > '00000000-0000-0000-0000-000000000000';

-- Imports: signups that are moved in from a file (N6).

CREATE TABLE imports (
  account_id     uuid NOT NULL,
  id             uuid NOT NULL,
  waitlist_id    uuid NOT NULL,
  state          text NOT NULL DEFAULT 'uploading'
                 CHECK (state IN ('uploading', 'validating', 'ready', 'running', 'finished', 'cancelled', 'failed')),
  preset         text NOT NULL,
  positions      text NOT NULL CHECK (positions IN ('append', 'keep')),
  codes          text NOT NULL CHECK (codes IN ('keep', 'new')),
  notify         boolean NOT NULL,                                         -- whether new signups get their mail
  events         boolean NOT NULL,                                         -- whether signup.created is published for them
  columns        json NOT NULL DEFAULT '[]',                               -- the names in the header, in their order
  mapping        json NOT NULL DEFAULT '{}',                               -- what each column becomes, by its name
  warnings       json NOT NULL DEFAULT '[]',
  row_count      integer NOT NULL DEFAULT 0,
  -- What validation found, and what the run changed since. Each row is in one of them.
  creating       integer NOT NULL DEFAULT 0 CHECK (creating >= 0),
  existing       integer NOT NULL DEFAULT 0 CHECK (existing >= 0),
  duplicates     integer NOT NULL DEFAULT 0 CHECK (duplicates >= 0),
  rejected       integer NOT NULL DEFAULT 0 CHECK (rejected >= 0),
  over_quota     integer NOT NULL DEFAULT 0 CHECK (over_quota >= 0),
  created        integer NOT NULL DEFAULT 0 CHECK (created >= 0),          -- of those to create, how many are signups
  referrals      integer NOT NULL DEFAULT 0 CHECK (referrals >= 0),        -- how many of these name their referrer
  top_position   integer,                                                  -- the highest of a file whose positions are kept
  phase          text NOT NULL DEFAULT 'rows' CHECK (phase IN ('rows', 'quota', 'leaving', 'referrals')),
  -- Where the phase goes on: behind this row, in the order of the phase.
  after_key      bigint NOT NULL DEFAULT -1,
  after_line     integer NOT NULL DEFAULT 0,
  created_at     timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  updated_at     timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  started_at     timestamptz(3),
  finished_at    timestamptz(3),
  pruned_at      timestamptz(3),                                           -- when its rows were deleted
  failure_reason text,                                                     -- why it failed, for people
  findings       json NOT NULL DEFAULT '{}',                               -- what validation found of the file as a whole
  decided        json NOT NULL DEFAULT '[]',                               -- indexes of columns of which the owner has said what they become
  file           json NOT NULL DEFAULT '{}',                               -- how the upload read the file
  date_order     text CHECK (date_order IN ('mdy', 'dmy')),                -- of dates such as 1/2/2026; null: not known
  -- Whoever has read rows ahead of a part may use them while this is the same: how they are read, or their cells, have not changed.
  reading        integer NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, id)
) WITH (fillfactor = 50);
CREATE INDEX imports_newest ON imports (account_id, waitlist_id, created_at DESC, id DESC) WHERE created_at > '-infinity';
CREATE INDEX imports_to_prune ON imports (updated_at) WHERE pruned_at IS NULL;   -- of all accounts: old ones go

-- The lines of a file, in Postgres so that any worker goes on with them. The upload writes them once.
CREATE TABLE import_rows (
  account_id uuid NOT NULL,
  import_id  uuid NOT NULL,
  line       integer NOT NULL,                                             -- where the row begins in the file, from 1
  raw        json NOT NULL,                                                -- the cells
  bytes      integer NOT NULL,                                             -- of `raw`: rows are read by bytes, since a cell may be as long as a page of
                                                                           -- them
  flaw       text,                                                         -- why the row cannot be read
  PRIMARY KEY (account_id, import_id, line)
) WITH (fillfactor = 80);

-- What becomes of each row, and the signup that it becomes: the validation writes it, so that rows are written once.
CREATE TABLE import_outcomes (
  account_id  uuid NOT NULL,
  import_id   uuid NOT NULL,
  line        integer NOT NULL,                                            -- of `import_rows`
  outcome     text NOT NULL CHECK (outcome IN ('create', 'existing', 'duplicate', 'rejected', 'over_quota')),
  error       text,
  email_key   text COLLATE "C",
  sort_key    bigint,                                                      -- rows become signups in this order
  code        text COLLATE "C",                                            -- by these other rows of the file name it as their referrer
  foreign_id  text COLLATE "C",
  referred_by text COLLATE "C",                                            -- how the row names its own
  left_as     text[],                                                      -- why the address gets no mails: the person has left; null: it gets them
  signup_id   uuid,                                                        -- the signup that it becomes, or that was there
  signup      json,                                                        -- what import_signups stores; null: the cells have to be read again
  bytes       integer NOT NULL,                                            -- of the cells: rows are stored by bytes, since a cell may be long
  PRIMARY KEY (account_id, import_id, line)
);
CREATE INDEX import_outcomes_order ON import_outcomes (account_id, import_id, sort_key, line) WHERE sort_key IS NOT NULL;
CREATE INDEX import_outcomes_email ON import_outcomes (account_id, import_id, email_key) WHERE email_key IS NOT NULL;
CREATE INDEX import_outcomes_code ON import_outcomes (account_id, import_id, code) WHERE code IS NOT NULL;
CREATE INDEX import_outcomes_foreign_id ON import_outcomes (account_id, import_id, foreign_id) WHERE foreign_id IS NOT NULL;
CREATE INDEX import_outcomes_refused ON import_outcomes (account_id, import_id, outcome, line) WHERE outcome <> 'create';
CREATE INDEX import_outcomes_left ON import_outcomes (account_id, import_id, line) WHERE left_as IS NOT NULL;
CREATE INDEX import_outcomes_referred ON import_outcomes (account_id, import_id, line) WHERE referred_by IS NOT NULL;

-- Codes of another product that lead to a signup of the list.
CREATE TABLE referral_aliases (
  account_id  uuid NOT NULL,
  waitlist_id uuid NOT NULL,
  alias       text COLLATE "C" NOT NULL,
  signup_id   uuid NOT NULL,
  PRIMARY KEY (account_id, waitlist_id, alias)
);
CREATE INDEX referral_aliases_signup ON referral_aliases (account_id, signup_id);

-- What a person can ask for: the erasure of everything that is kept about an address.

-- An erasure is here before anything is deleted, so a process that dies leaves it to the job erase-person. The address is only kept as a
-- keyed HMAC, as in suppressions.
CREATE TABLE erasures (
  account_id      uuid NOT NULL,
  id              uuid NOT NULL,
  email_mac       bytea NOT NULL,
  by              text NOT NULL,                                           -- 'api', or the id of the user who asked
  suppressed      boolean NOT NULL,
  at              timestamptz NOT NULL DEFAULT clock_timestamp(),          -- when the last signup was deleted: what was published later is not scrubbed
  pending         uuid[] NOT NULL,                                         -- signups that are still to be deleted
  awaited         uuid[] NOT NULL DEFAULT '{}',                            -- events that tell connected tools of it: scrubbed once delivered
  scrubbed_seq    bigint NOT NULL DEFAULT 0,                               -- how far the feed is scrubbed
  finished_at     timestamptz(3),
  scrubbed_import uuid,                                                    -- how far it has looked through the rows of imports
  scrubbed_line   integer NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, id)
);

-- What the users of an account were told. A row goes once its cause is gone, a day later at the earliest; so nobody is told twice.
CREATE TABLE notices (
  account_id uuid NOT NULL,
  kind       text NOT NULL,
  subject    text NOT NULL,                                                -- what it is about, such as a waitlist; empty for the account itself
  level      smallint NOT NULL,                                            -- 80 or 100 percent of a limit, otherwise 0: a higher one is told anew
  raised_at  timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account_id, kind, subject)
);

-- What happens once: pending jobs, and answers to repeated requests.

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

-- Idempotency keys of requests, and the answers that are given again to a repeat (N1). A row is made before the request runs. A request
-- whose effect is one transaction stores its answer in that transaction.
CREATE TABLE idempotency_keys (
  account_id   uuid NOT NULL,
  key          text COLLATE "C" NOT NULL,
  method       text COLLATE "C" NOT NULL,
  path         text COLLATE "C" NOT NULL,
  body_mac     bytea NOT NULL,                                             -- keyed: whoever guesses the address in a body can compute a plain hash, also
                                                                           -- after the person was erased
  token        uuid NOT NULL,                                              -- names the attempt that may store the answer
  origin       uuid NOT NULL,                                              -- the same for all attempts: ids made of it tell what an earlier one has stored
  locked_until timestamptz NOT NULL,                                       -- while there is no answer: the attempt has died if it has not answered by then
  status       smallint,                                                   -- null until there is an answer
  answer       text CHECK (octet_length(answer) <= 2097152),               -- its body; null for an empty one. 500 messages of refused signups quote the
                                                                           -- body, and control characters are escaped
  created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),             -- of the attempt: kept for 24 hours
  PRIMARY KEY (account_id, key, method, path)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);        -- of all accounts: old ones go
