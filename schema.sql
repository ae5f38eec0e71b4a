-- The schema after all migrations: every table, index, type and function. Written by `npm run schema` for reading: the migrations create
-- the database, and their comments describe the columns.

CREATE TABLE accounts (
  id                       uuid           NOT NULL,
  name                     text           NOT NULL,
  plan                     text           NOT NULL,
  requests_per_minute      integer,
  managed_emails_per_month integer,
  created_at               timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT accounts_pkey PRIMARY KEY (id),
  CONSTRAINT accounts_managed_emails_per_month_check CHECK ((managed_emails_per_month >= 0)),
  CONSTRAINT accounts_plan_check CHECK ((plan = ANY (ARRAY['free'::text, 'launch'::text, 'scale'::text, 'enterprise'::text]))),
  CONSTRAINT accounts_requests_per_minute_check CHECK ((requests_per_minute > 0))
);

CREATE TABLE api_keys (
  id           uuid           NOT NULL,
  account_id   uuid           NOT NULL,
  name         text           NOT NULL,
  hash         bytea          NOT NULL,
  last4        text           NOT NULL,
  scopes       text[]         NOT NULL,
  created_at   timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  last_used_at timestamptz(3),
  revoked_at   timestamptz(3),
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_hash UNIQUE (hash),
  CONSTRAINT api_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX api_keys_account ON api_keys (account_id);

CREATE TABLE deliveries (
  account_id      uuid           NOT NULL,
  id              uuid           NOT NULL,
  integration_id  uuid           NOT NULL,
  event_type      text           NOT NULL,
  status          text           NOT NULL DEFAULT 'attempting'::text,
  response_status integer,
  error           text,
  created_at      timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  delivered_at    timestamptz(3),
  is_test         boolean        NOT NULL DEFAULT false,
  CONSTRAINT deliveries_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT deliveries_account_id_integration_id_fkey FOREIGN KEY (account_id, integration_id) REFERENCES integrations(account_id, id) ON DELETE CASCADE,
  CONSTRAINT deliveries_status_check CHECK ((status = ANY (ARRAY['attempting'::text, 'success'::text, 'failed'::text])))
) WITH (fillfactor = 80);
CREATE INDEX deliveries_age ON deliveries (created_at);
CREATE INDEX deliveries_newest ON deliveries (account_id, integration_id, created_at DESC, id DESC) WHERE (created_at > '-infinity'::timestamp with time zone);

CREATE TABLE email_events (
  account_id          uuid           NOT NULL,
  id                  uuid           NOT NULL,
  event_id            text           NOT NULL,
  nonce               text,
  provider            text           NOT NULL,
  status_rank         smallint       NOT NULL,
  occurred_at         timestamptz(3) NOT NULL,
  received_at         timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  provider_message_id text,
  signup_id           uuid,
  unmatched           boolean        NOT NULL DEFAULT false,
  CONSTRAINT email_events_pkey PRIMARY KEY (account_id, id)
);
CREATE UNIQUE INDEX email_events_event ON email_events (account_id, event_id) WHERE (event_id >= ''::text);
CREATE UNIQUE INDEX email_events_nonce ON email_events (account_id, nonce) WHERE (nonce IS NOT NULL);
CREATE INDEX email_events_received ON email_events (received_at);
CREATE INDEX email_events_unmatched ON email_events (account_id, provider, provider_message_id) WHERE unmatched;

CREATE TABLE email_providers (
  account_id    uuid NOT NULL,
  type          text NOT NULL,
  sealed_config text NOT NULL,
  from_address  text NOT NULL,
  token         text NOT NULL,
  sealed_secret text,
  version       uuid NOT NULL,
  CONSTRAINT email_providers_pkey PRIMARY KEY (account_id),
  CONSTRAINT email_providers_token UNIQUE (token),
  CONSTRAINT email_providers_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

CREATE TABLE email_templates (
  account_id  uuid NOT NULL,
  waitlist_id uuid NOT NULL,
  subject     text NOT NULL,
  html        text NOT NULL,
  CONSTRAINT email_templates_pkey PRIMARY KEY (account_id, waitlist_id)
);

CREATE TABLE email_throttles (
  account_id   uuid             NOT NULL,
  ceiling      double precision,
  lowered_at   timestamptz      NOT NULL,
  paused_until timestamptz      NOT NULL,
  next_at      timestamptz      NOT NULL,
  CONSTRAINT email_throttles_pkey PRIMARY KEY (account_id)
) WITH (fillfactor = 20);

CREATE TABLE email_usage (
  account_id uuid    NOT NULL,
  month      date    NOT NULL,
  reserved   integer NOT NULL,
  CONSTRAINT email_usage_pkey PRIMARY KEY (account_id, month),
  CONSTRAINT email_usage_reserved_check CHECK ((reserved >= 0))
) WITH (fillfactor = 20);

CREATE TABLE field_definitions (
  account_id  uuid           NOT NULL,
  waitlist_id uuid           NOT NULL,
  key         text           NOT NULL,
  label       text           NOT NULL,
  type        text           NOT NULL,
  required    boolean        NOT NULL,
  position    integer        NOT NULL,
  created_at  timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT field_definitions_pkey PRIMARY KEY (account_id, waitlist_id, key),
  CONSTRAINT field_definitions_account_id_waitlist_id_fkey FOREIGN KEY (account_id, waitlist_id) REFERENCES waitlists(account_id, id),
  CONSTRAINT field_definitions_position_check CHECK (("position" >= 0)),
  CONSTRAINT field_definitions_type_check CHECK ((type = ANY (ARRAY['string'::text, 'number'::text, 'boolean'::text])))
);

CREATE TABLE integrations (
  account_id    uuid           NOT NULL,
  id            uuid           NOT NULL,
  type          text           NOT NULL,
  enabled       boolean        NOT NULL DEFAULT true,
  active_since  timestamptz    NOT NULL DEFAULT clock_timestamp(),
  events        text[]         NOT NULL,
  sealed_config text           NOT NULL,
  created_at    timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT integrations_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT integrations_type UNIQUE (account_id, type),
  CONSTRAINT integrations_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);

CREATE TABLE outbox (
  account_id     uuid        NOT NULL,
  job            text        NOT NULL,
  id             uuid        NOT NULL,
  payload        json        NOT NULL DEFAULT '{}'::json,
  due_at         timestamptz NOT NULL DEFAULT clock_timestamp(),
  lease_token    uuid,
  claim_count    integer     NOT NULL DEFAULT 0,
  crash_count    smallint    NOT NULL DEFAULT 0,
  integration_id uuid,
  CONSTRAINT outbox_pkey PRIMARY KEY (account_id, job, id)
);
CREATE INDEX outbox_dead_lettered ON outbox (job) WHERE (due_at = 'infinity'::timestamp with time zone);
CREATE INDEX outbox_due_by_account ON outbox (job, account_id, due_at) WHERE (due_at > '-infinity'::timestamp with time zone);
CREATE INDEX outbox_pending_by_integration ON outbox (account_id, integration_id, due_at) WHERE (integration_id IS NOT NULL);

CREATE TABLE removed_referrers (
  account_id  uuid NOT NULL,
  waitlist_id uuid NOT NULL,
  signup_id   uuid NOT NULL,
  CONSTRAINT removed_referrers_pkey PRIMARY KEY (account_id, waitlist_id, signup_id)
);

CREATE TABLE schema_functions (
  name       text           NOT NULL,
  checksum   text           NOT NULL,
  applied_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT schema_functions_pkey PRIMARY KEY (name, checksum)
);

CREATE TABLE schema_migrations (
  name       text           NOT NULL,
  checksum   text           NOT NULL,
  applied_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT schema_migrations_pkey PRIMARY KEY (name)
);

CREATE TABLE sessions (
  token_hash   bytea          NOT NULL,
  user_id      uuid           NOT NULL,
  created_at   timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  last_seen_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT sessions_pkey PRIMARY KEY (token_hash),
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_user ON sessions (user_id);

CREATE TABLE signup_daily (
  account_id  uuid    NOT NULL,
  waitlist_id uuid    NOT NULL,
  day         date    NOT NULL,
  source      text    NOT NULL,
  signups     integer NOT NULL,
  CONSTRAINT signup_daily_pkey PRIMARY KEY (account_id, waitlist_id, day, source),
  CONSTRAINT signup_daily_signups_check CHECK ((signups >= 0))
) WITH (fillfactor = 50);

CREATE TABLE signup_domains (
  account_id  uuid    NOT NULL,
  waitlist_id uuid    NOT NULL,
  domain      text    NOT NULL,
  signups     integer NOT NULL,
  CONSTRAINT signup_domains_pkey PRIMARY KEY (account_id, waitlist_id, domain),
  CONSTRAINT signup_domains_signups_check CHECK ((signups >= 0))
) WITH (fillfactor = 50);

CREATE TABLE signup_email_counts (
  account_id  uuid    NOT NULL,
  waitlist_id uuid    NOT NULL,
  sent        integer NOT NULL DEFAULT 0,
  delivered   integer NOT NULL DEFAULT 0,
  opened      integer NOT NULL DEFAULT 0,
  clicked     integer NOT NULL DEFAULT 0,
  CONSTRAINT signup_email_counts_pkey PRIMARY KEY (account_id, waitlist_id),
  CONSTRAINT signup_email_counts_clicked_check CHECK ((clicked >= 0)),
  CONSTRAINT signup_email_counts_delivered_check CHECK ((delivered >= 0)),
  CONSTRAINT signup_email_counts_opened_check CHECK ((opened >= 0)),
  CONSTRAINT signup_email_counts_sent_check CHECK ((sent >= 0))
) WITH (fillfactor = 10);

CREATE TABLE signup_emails (
  account_id          uuid           NOT NULL,
  signup_id           uuid           NOT NULL,
  state               text           NOT NULL DEFAULT 'queued'::text,
  route               text,
  provider            text,
  provider_version    uuid,
  provider_message_id text,
  message_id          text,
  reserved_month      date,
  rendered            json,
  rendered_at         timestamptz(3),
  send_attempts       smallint       NOT NULL DEFAULT 0,
  resend_count        integer        NOT NULL DEFAULT 0,
  throttled_by        uuid,
  not_before          timestamptz(3),
  has_permit          boolean        NOT NULL DEFAULT false,
  first_throttled_at  timestamptz(3),
  error               text,
  retries_exhausted   boolean        NOT NULL DEFAULT false,
  ambiguous           boolean        NOT NULL DEFAULT false,
  sent_at             timestamptz(3),
  CONSTRAINT signup_emails_pkey PRIMARY KEY (signup_id, account_id),
  CONSTRAINT signup_emails_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'held'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'suppressed'::text, 'config_error'::text])))
) WITH (fillfactor = 70);
CREATE INDEX signup_emails_exhausted ON signup_emails (account_id, signup_id) WHERE retries_exhausted;
CREATE INDEX signup_emails_held ON signup_emails (account_id, signup_id) WHERE (state = 'held'::text);
CREATE UNIQUE INDEX signup_emails_message ON signup_emails (provider, provider_message_id, account_id) WHERE (provider_message_id IS NOT NULL);
CREATE INDEX signup_emails_throttled ON signup_emails (throttled_by, account_id, signup_id) WHERE (throttled_by IS NOT NULL);
CREATE INDEX signup_emails_unsent ON signup_emails (account_id, state, signup_id) WHERE (state = ANY (ARRAY['failed'::text, 'suppressed'::text, 'config_error'::text]));

CREATE TABLE signups (
  account_id         uuid           NOT NULL,
  id                 uuid           NOT NULL,
  waitlist_id        uuid           NOT NULL,
  position           integer        NOT NULL,
  email              text           NOT NULL,
  email_key          text           COLLATE "C" NOT NULL,
  referral_code      text           NOT NULL,
  referral_count     integer        NOT NULL DEFAULT 0,
  referred_by        uuid,
  utm_source         text,
  referrer           text,
  referrer_domain    text,
  metadata           json           NOT NULL,
  fields             json           NOT NULL,
  email_status       smallint       NOT NULL DEFAULT 0,
  email_delivered_at timestamptz(3),
  email_opened_at    timestamptz(3),
  email_clicked_at   timestamptz(3),
  created_at         timestamptz(3) NOT NULL,
  CONSTRAINT signups_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT signups_referral_code UNIQUE (referral_code),
  CONSTRAINT signups_referral_count_check CHECK ((referral_count >= 0))
) WITH (fillfactor = 85);
CREATE UNIQUE INDEX signups_email ON signups (account_id, waitlist_id, email_key) WHERE (email_key >= ''::text);
CREATE UNIQUE INDEX signups_position ON signups (account_id, waitlist_id, "position") WHERE ("position" > 0);
CREATE INDEX signups_referrals ON signups (account_id, waitlist_id, referral_count DESC, "position") WHERE (referral_count > 0);
CREATE INDEX signups_referred_by ON signups (account_id, referred_by) WHERE (referred_by IS NOT NULL);

CREATE TABLE users (
  id            uuid           NOT NULL,
  account_id    uuid           NOT NULL,
  email         text           NOT NULL,
  email_key     text           NOT NULL,
  password_hash text           NOT NULL,
  created_at    timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_email UNIQUE (email_key),
  CONSTRAINT users_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
);
CREATE INDEX users_account ON users (account_id);

CREATE TABLE waitlist_counters (
  account_id     uuid    NOT NULL,
  waitlist_id    uuid    NOT NULL,
  last_position  integer NOT NULL DEFAULT 0,
  live_count     integer NOT NULL DEFAULT 0,
  referred_count integer NOT NULL DEFAULT 0,
  CONSTRAINT waitlist_counters_pkey PRIMARY KEY (account_id, waitlist_id),
  CONSTRAINT waitlist_counters_account_id_waitlist_id_fkey FOREIGN KEY (account_id, waitlist_id) REFERENCES waitlists(account_id, id),
  CONSTRAINT waitlist_counters_live_count_check CHECK ((live_count >= 0)),
  CONSTRAINT waitlist_counters_referred_count_check CHECK ((referred_count >= 0))
) WITH (fillfactor = 10);

CREATE TABLE waitlists (
  account_id     uuid           NOT NULL,
  id             uuid           NOT NULL,
  name           text           NOT NULL,
  referral_bonus integer,
  created_at     timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  deleted_at     timestamptz(3),
  CONSTRAINT waitlists_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT waitlists_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT waitlists_referral_bonus_check CHECK (((referral_bonus >= 1) AND (referral_bonus <= 1000000)))
);
CREATE UNIQUE INDEX waitlists_name ON waitlists (account_id, name) WHERE (deleted_at IS NULL);
CREATE INDEX waitlists_newest ON waitlists (account_id, created_at DESC, id DESC) WHERE (deleted_at IS NULL);

CREATE TYPE engagement AS (sent integer, delivered integer, opened integer, clicked integer);

-- FUNCTION add_signups(requests json)
--   RETURNS TABLE(ord integer, outcome text, id uuid, "position" integer, total integer, referral_code text, field text, fired boolean), in migrations/functions/add_signups.sql

-- FUNCTION current_month()
--   RETURNS date, in migrations/functions/current_month.sql

-- FUNCTION engagement_of(email_status smallint, delivered_at timestamptz, opened_at timestamptz, clicked_at timestamptz)
--   RETURNS engagement, in migrations/functions/engagement_of.sql

-- FUNCTION is_session_live(created_at timestamptz, last_seen_at timestamptz)
--   RETURNS boolean, in migrations/functions/is_session_live.sql
