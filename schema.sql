-- The schema after all migrations: every table, index, view, type and function. Written by `npm run schema` for reading: the migrations create
-- the database. A comment beside a column stands where a migration adds it: `grep -nw COLUMN migrations/*.sql` finds it.

CREATE TABLE accounts (
  id                       uuid           NOT NULL,
  name                     text           NOT NULL,
  plan                     text           NOT NULL,
  requests_per_minute      integer,
  managed_emails_per_month integer,
  created_at               timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  checklist_dismissed_at   timestamptz(3),
  time_zone                text           NOT NULL DEFAULT 'UTC'::text,
  notice_chat              text,
  CONSTRAINT accounts_pkey PRIMARY KEY (id),
  CONSTRAINT accounts_managed_emails_per_month_check CHECK ((managed_emails_per_month >= 0)),
  CONSTRAINT accounts_plan_check CHECK ((plan = ANY (ARRAY['free'::text, 'launch'::text, 'scale'::text, 'enterprise'::text]))),
  CONSTRAINT accounts_requests_per_minute_check CHECK ((requests_per_minute > 0))
);

CREATE TABLE announcement_members (
  account_id      uuid   NOT NULL,
  announcement_id uuid   NOT NULL,
  signup_id       uuid   NOT NULL,
  id              uuid   NOT NULL,
  left_out        text,
  clicked         text[] NOT NULL DEFAULT '{}'::text[],
  CONSTRAINT announcement_members_pkey PRIMARY KEY (account_id, announcement_id, signup_id)
);
CREATE INDEX announcement_members_newest ON announcement_members (account_id, announcement_id, id) WHERE (id > '00000000-0000-0000-0000-000000000000'::uuid);
CREATE INDEX announcement_members_signup ON announcement_members (account_id, signup_id, id) WHERE (id > '00000000-0000-0000-0000-000000000000'::uuid);

CREATE TABLE announcement_parts (
  account_id      uuid    NOT NULL,
  announcement_id uuid    NOT NULL,
  part            integer NOT NULL,
  signup_ids      uuid[]  NOT NULL,
  CONSTRAINT announcement_parts_pkey PRIMARY KEY (account_id, announcement_id, part)
);

CREATE TABLE announcements (
  account_id     uuid           NOT NULL,
  id             uuid           NOT NULL,
  waitlist_id    uuid           NOT NULL,
  name           text           NOT NULL,
  state          text           NOT NULL,
  subject        text           NOT NULL,
  html           text           NOT NULL,
  design         jsonb,
  filter         jsonb          NOT NULL DEFAULT '{}'::jsonb,
  per_hour       integer,
  send_at        timestamptz(3),
  matched        integer        NOT NULL DEFAULT 0,
  selected       integer        NOT NULL DEFAULT 0,
  imported       integer        NOT NULL DEFAULT 0,
  excluded       jsonb          NOT NULL DEFAULT '{}'::jsonb,
  sample         uuid[]         NOT NULL DEFAULT '{}'::uuid[],
  expected_count integer,
  sample_size    integer,
  sample_left    integer,
  mailed         integer        NOT NULL DEFAULT 0,
  left_out       jsonb          NOT NULL DEFAULT '{}'::jsonb,
  under_way      uuid[]         NOT NULL DEFAULT '{}'::uuid[],
  is_held        boolean        NOT NULL DEFAULT false,
  next_at        timestamptz(3),
  judged_after   uuid           NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000'::uuid,
  paused_reason  text,
  refusal        text,
  created_at     timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  launched_at    timestamptz(3),
  finished_at    timestamptz(3),
  CONSTRAINT announcements_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT announcements_per_hour_check CHECK ((per_hour >= 1)),
  CONSTRAINT announcements_state_check CHECK ((state = ANY (ARRAY['counting'::text, 'draft'::text, 'selecting'::text, 'scheduled'::text, 'sending'::text, 'paused'::text, 'sent'::text, 'cancelled'::text])))
);
CREATE INDEX announcements_drafts ON announcements (account_id) WHERE (state = ANY (ARRAY['counting'::text, 'draft'::text]));
CREATE INDEX announcements_newest ON announcements (account_id, waitlist_id, created_at DESC, id DESC) WHERE (created_at > '-infinity'::timestamp with time zone);

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

CREATE TABLE audit_entries (
  account_id  uuid           NOT NULL,
  id          uuid           NOT NULL,
  created_at  timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  actor_type  text           NOT NULL,
  actor_id    uuid,
  actor_name  text,
  action      text           NOT NULL,
  object_type text           NOT NULL,
  object_id   text,
  details     json           NOT NULL DEFAULT '{}'::json,
  CONSTRAINT audit_entries_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT audit_entries_actor_type_check CHECK ((actor_type = ANY (ARRAY['user'::text, 'api_key'::text, 'app'::text, 'command_line'::text, 'visitor'::text])))
);
CREATE INDEX audit_entries_age ON audit_entries (created_at);
CREATE INDEX audit_entries_signup ON audit_entries (account_id, object_id, id) WHERE (object_type = 'signup'::text);

CREATE TABLE brand_logos (
  account_id  uuid           NOT NULL,
  waitlist_id uuid           NOT NULL,
  hash        text           COLLATE "C" NOT NULL,
  type        text           NOT NULL,
  width       integer        NOT NULL,
  height      integer        NOT NULL,
  bytes       bytea          NOT NULL,
  created_at  timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT brand_logos_pkey PRIMARY KEY (account_id, waitlist_id, hash),
  CONSTRAINT brand_logos_account_id_waitlist_id_fkey FOREIGN KEY (account_id, waitlist_id) REFERENCES waitlists(account_id, id)
);
CREATE UNIQUE INDEX brand_logos_hash ON brand_logos (hash);

CREATE TABLE code_failures (
  user_id          uuid           NOT NULL,
  by_known_browser boolean        NOT NULL,
  failures         integer        NOT NULL,
  since            timestamptz(3) NOT NULL,
  tickets_end      timestamptz(3),
  CONSTRAINT code_failures_pkey PRIMARY KEY (user_id, by_known_browser),
  CONSTRAINT code_failures_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE connected_apps (
  id            uuid           NOT NULL,
  user_id       uuid           NOT NULL,
  account_id    uuid           NOT NULL,
  grant_id      text           NOT NULL,
  client_id     text           NOT NULL,
  name          text           NOT NULL,
  redirect_host text           NOT NULL,
  scopes        text[]         NOT NULL,
  is_test       boolean        NOT NULL,
  created_at    timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  last_used_at  timestamptz(3),
  CONSTRAINT connected_apps_pkey PRIMARY KEY (id),
  CONSTRAINT connected_apps_grant_id_key UNIQUE (grant_id),
  CONSTRAINT connected_apps_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  CONSTRAINT connected_apps_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX connected_apps_account ON connected_apps (account_id, created_at, id);
CREATE INDEX connected_apps_client ON connected_apps (client_id);
CREATE INDEX connected_apps_user ON connected_apps (user_id);

CREATE TABLE conversions (
  account_id    uuid           NOT NULL,
  signup_id     uuid           NOT NULL,
  waitlist_id   uuid           NOT NULL,
  invitation_id uuid,
  external_id   text,
  converted_at  timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT conversions_pkey PRIMARY KEY (account_id, signup_id)
);
CREATE INDEX conversions_list ON conversions (account_id, waitlist_id, converted_at);

CREATE TABLE delivered_events (
  account_id     uuid   NOT NULL,
  seq            bigint NOT NULL,
  integration_id uuid   NOT NULL,
  CONSTRAINT delivered_events_pkey PRIMARY KEY (account_id, seq, integration_id)
);

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
  event_id        uuid,
  attempt         smallint       NOT NULL DEFAULT 1,
  CONSTRAINT deliveries_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT deliveries_account_id_integration_id_fkey FOREIGN KEY (account_id, integration_id) REFERENCES integrations(account_id, id) ON DELETE CASCADE,
  CONSTRAINT deliveries_status_check CHECK ((status = ANY (ARRAY['attempting'::text, 'success'::text, 'failed'::text])))
) WITH (fillfactor = 80);
CREATE INDEX deliveries_age ON deliveries (created_at);
CREATE INDEX deliveries_newest ON deliveries (account_id, integration_id, created_at DESC, id DESC) WHERE (created_at > '-infinity'::timestamp with time zone);

CREATE TABLE delivery_details (
  account_id uuid           NOT NULL,
  id         uuid           NOT NULL,
  request    json           NOT NULL,
  response   json,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT delivery_details_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT delivery_details_account_id_id_fkey FOREIGN KEY (account_id, id) REFERENCES deliveries(account_id, id) ON DELETE CASCADE
);
CREATE INDEX delivery_details_age ON delivery_details (created_at);

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
  bounce_class        text,
  bounce_reason       text,
  email_mac           bytea,
  clicked_link        bytea,
  CONSTRAINT email_events_pkey PRIMARY KEY (account_id, id)
);
CREATE INDEX email_events_bounces ON email_events (email_mac) WHERE (email_mac IS NOT NULL);
CREATE UNIQUE INDEX email_events_event ON email_events (account_id, event_id) WHERE (event_id >= ''::text);
CREATE INDEX email_events_mail ON email_events (signup_id) WHERE (signup_id IS NOT NULL);
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

CREATE TABLE email_throttles (
  account_id   uuid             NOT NULL,
  ceiling      double precision,
  lowered_at   timestamptz      NOT NULL,
  paused_until timestamptz      NOT NULL,
  next_at      timestamptz      NOT NULL,
  down_since   timestamptz(3),
  down_error   text,
  CONSTRAINT email_throttles_pkey PRIMARY KEY (account_id)
) WITH (fillfactor = 20);

CREATE TABLE email_usage (
  account_id uuid    NOT NULL,
  month      date    NOT NULL,
  reserved   integer NOT NULL,
  CONSTRAINT email_usage_pkey PRIMARY KEY (account_id, month),
  CONSTRAINT email_usage_reserved_check CHECK ((reserved >= 0))
) WITH (fillfactor = 20);

CREATE TABLE erasures (
  account_id      uuid           NOT NULL,
  id              uuid           NOT NULL,
  email_mac       bytea          NOT NULL,
  by              text           NOT NULL,
  suppressed      boolean        NOT NULL,
  at              timestamptz    NOT NULL DEFAULT clock_timestamp(),
  pending         uuid[]         NOT NULL,
  awaited         uuid[]         NOT NULL DEFAULT '{}'::uuid[],
  scrubbed_seq    bigint         NOT NULL DEFAULT 0,
  finished_at     timestamptz(3),
  scrubbed_import uuid,
  scrubbed_line   integer        NOT NULL DEFAULT 0,
  CONSTRAINT erasures_pkey PRIMARY KEY (account_id, id)
);

CREATE TABLE event_counters (
  account_id uuid           NOT NULL,
  last_seq   bigint         NOT NULL DEFAULT 0,
  last_at    timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT event_counters_pkey PRIMARY KEY (account_id),
  CONSTRAINT event_counters_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id)
) WITH (fillfactor = 10);

CREATE TABLE events (
  account_id uuid           NOT NULL,
  seq        bigint         NOT NULL,
  id         uuid           NOT NULL,
  type       text           NOT NULL,
  fired_at   timestamptz    NOT NULL,
  created_at timestamptz(3) NOT NULL,
  data       json           NOT NULL,
  facts      json,
  erased     boolean        NOT NULL DEFAULT false,
  CONSTRAINT events_pkey PRIMARY KEY (account_id, seq)
);
CREATE INDEX events_age ON events (created_at);
CREATE UNIQUE INDEX events_id ON events (account_id, id) WHERE (seq > 0);

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

CREATE TABLE forms (
  account_id     uuid           NOT NULL,
  waitlist_id    uuid           NOT NULL,
  id             text           COLLATE "C" NOT NULL,
  type           text           NOT NULL DEFAULT 'turnstile'::text,
  sealed_captcha text,
  created_at     timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT forms_pkey PRIMARY KEY (account_id, waitlist_id),
  CONSTRAINT forms_account_id_waitlist_id_fkey FOREIGN KEY (account_id, waitlist_id) REFERENCES waitlists(account_id, id)
);
CREATE UNIQUE INDEX forms_id ON forms (id);

CREATE TABLE idempotency_keys (
  account_id   uuid        NOT NULL,
  key          text        COLLATE "C" NOT NULL,
  method       text        COLLATE "C" NOT NULL,
  path         text        COLLATE "C" NOT NULL,
  body_mac     bytea       NOT NULL,
  token        uuid        NOT NULL,
  origin       uuid        NOT NULL,
  locked_until timestamptz NOT NULL,
  status       smallint,
  answer       text,
  created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (account_id, key, method, path),
  CONSTRAINT idempotency_keys_answer_check CHECK ((octet_length(answer) <= 2097152))
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

CREATE TABLE import_outcomes (
  account_id  uuid    NOT NULL,
  import_id   uuid    NOT NULL,
  line        integer NOT NULL,
  outcome     text    NOT NULL,
  error       text,
  email_key   text    COLLATE "C",
  sort_key    bigint,
  code        text    COLLATE "C",
  foreign_id  text    COLLATE "C",
  referred_by text    COLLATE "C",
  left_as     text[],
  signup_id   uuid,
  signup      json,
  bytes       integer NOT NULL,
  CONSTRAINT import_outcomes_pkey PRIMARY KEY (account_id, import_id, line),
  CONSTRAINT import_outcomes_outcome_check CHECK ((outcome = ANY (ARRAY['create'::text, 'existing'::text, 'duplicate'::text, 'rejected'::text, 'over_quota'::text])))
);
CREATE INDEX import_outcomes_code ON import_outcomes (account_id, import_id, code) WHERE (code IS NOT NULL);
CREATE INDEX import_outcomes_email ON import_outcomes (account_id, import_id, email_key) WHERE (email_key IS NOT NULL);
CREATE INDEX import_outcomes_foreign_id ON import_outcomes (account_id, import_id, foreign_id) WHERE (foreign_id IS NOT NULL);
CREATE INDEX import_outcomes_left ON import_outcomes (account_id, import_id, line) WHERE (left_as IS NOT NULL);
CREATE INDEX import_outcomes_order ON import_outcomes (account_id, import_id, sort_key, line) WHERE (sort_key IS NOT NULL);
CREATE INDEX import_outcomes_referred ON import_outcomes (account_id, import_id, line) WHERE (referred_by IS NOT NULL);
CREATE INDEX import_outcomes_refused ON import_outcomes (account_id, import_id, outcome, line) WHERE (outcome <> 'create'::text);

CREATE TABLE import_rows (
  account_id uuid    NOT NULL,
  import_id  uuid    NOT NULL,
  line       integer NOT NULL,
  raw        json    NOT NULL,
  bytes      integer NOT NULL,
  flaw       text,
  CONSTRAINT import_rows_pkey PRIMARY KEY (account_id, import_id, line)
) WITH (fillfactor = 80);

CREATE TABLE imports (
  account_id     uuid           NOT NULL,
  id             uuid           NOT NULL,
  waitlist_id    uuid           NOT NULL,
  state          text           NOT NULL DEFAULT 'uploading'::text,
  preset         text           NOT NULL,
  positions      text           NOT NULL,
  codes          text           NOT NULL,
  notify         boolean        NOT NULL,
  events         boolean        NOT NULL,
  columns        json           NOT NULL DEFAULT '[]'::json,
  mapping        json           NOT NULL DEFAULT '{}'::json,
  warnings       json           NOT NULL DEFAULT '[]'::json,
  row_count      integer        NOT NULL DEFAULT 0,
  creating       integer        NOT NULL DEFAULT 0,
  existing       integer        NOT NULL DEFAULT 0,
  duplicates     integer        NOT NULL DEFAULT 0,
  rejected       integer        NOT NULL DEFAULT 0,
  over_quota     integer        NOT NULL DEFAULT 0,
  created        integer        NOT NULL DEFAULT 0,
  referrals      integer        NOT NULL DEFAULT 0,
  top_position   integer,
  phase          text           NOT NULL DEFAULT 'rows'::text,
  after_key      bigint         NOT NULL DEFAULT '-1'::integer,
  after_line     integer        NOT NULL DEFAULT 0,
  created_at     timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  updated_at     timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  started_at     timestamptz(3),
  finished_at    timestamptz(3),
  pruned_at      timestamptz(3),
  failure_reason text,
  findings       json           NOT NULL DEFAULT '{}'::json,
  decided        json           NOT NULL DEFAULT '[]'::json,
  file           json           NOT NULL DEFAULT '{}'::json,
  date_order     text,
  reading        integer        NOT NULL DEFAULT 0,
  CONSTRAINT imports_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT imports_codes_check CHECK ((codes = ANY (ARRAY['keep'::text, 'new'::text]))),
  CONSTRAINT imports_created_check CHECK ((created >= 0)),
  CONSTRAINT imports_creating_check CHECK ((creating >= 0)),
  CONSTRAINT imports_date_order_check CHECK ((date_order = ANY (ARRAY['mdy'::text, 'dmy'::text]))),
  CONSTRAINT imports_duplicates_check CHECK ((duplicates >= 0)),
  CONSTRAINT imports_existing_check CHECK ((existing >= 0)),
  CONSTRAINT imports_over_quota_check CHECK ((over_quota >= 0)),
  CONSTRAINT imports_phase_check CHECK ((phase = ANY (ARRAY['rows'::text, 'quota'::text, 'leaving'::text, 'referrals'::text]))),
  CONSTRAINT imports_positions_check CHECK ((positions = ANY (ARRAY['append'::text, 'keep'::text]))),
  CONSTRAINT imports_referrals_check CHECK ((referrals >= 0)),
  CONSTRAINT imports_rejected_check CHECK ((rejected >= 0)),
  CONSTRAINT imports_state_check CHECK ((state = ANY (ARRAY['uploading'::text, 'validating'::text, 'ready'::text, 'running'::text, 'finished'::text, 'cancelled'::text, 'failed'::text])))
) WITH (fillfactor = 50);
CREATE INDEX imports_newest ON imports (account_id, waitlist_id, created_at DESC, id DESC) WHERE (created_at > '-infinity'::timestamp with time zone);
CREATE INDEX imports_to_prune ON imports (updated_at) WHERE (pruned_at IS NULL);

CREATE TABLE integration_health (
  account_id      uuid           NOT NULL,
  integration_id  uuid           NOT NULL,
  failing_since   timestamptz(3) DEFAULT clock_timestamp(),
  failed_attempts integer        NOT NULL,
  last_error      text,
  is_gone         boolean        NOT NULL DEFAULT false,
  noticed_at      timestamptz(3),
  missed_since    timestamptz(3),
  CONSTRAINT integration_health_pkey PRIMARY KEY (account_id, integration_id)
) WITH (fillfactor = 20);

CREATE TABLE integrations (
  account_id      uuid           NOT NULL,
  id              uuid           NOT NULL,
  type            text           NOT NULL,
  enabled         boolean        NOT NULL DEFAULT true,
  active_since    timestamptz    NOT NULL DEFAULT clock_timestamp(),
  events          text[]         NOT NULL,
  sealed_config   text           NOT NULL,
  created_at      timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  include         text[]         NOT NULL DEFAULT '{}'::text[],
  retries         text           NOT NULL DEFAULT 'none'::text,
  paused_at       timestamptz(3),
  disabled_at     timestamptz(3),
  disabled_reason text,
  sealed_previous text,
  previous_until  timestamptz(3),
  missed_since    timestamptz(3),
  CONSTRAINT integrations_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT integrations_type UNIQUE (account_id, type),
  CONSTRAINT integrations_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT integrations_retries_check CHECK ((retries = ANY (ARRAY['none'::text, 'standard'::text])))
);
CREATE INDEX integrations_previous_secrets ON integrations (previous_until) WHERE (previous_until IS NOT NULL);

CREATE TABLE invitations (
  account_id     uuid           NOT NULL,
  id             uuid           NOT NULL,
  waitlist_id    uuid           NOT NULL,
  signup_id      uuid           NOT NULL,
  wave_id        uuid,
  state          text           NOT NULL DEFAULT 'invited'::text,
  deliver        text           NOT NULL,
  generation     smallint       NOT NULL DEFAULT 0,
  token_hash     bytea          NOT NULL,
  mail_id        uuid,
  valid_days     smallint       NOT NULL,
  expires_at     timestamptz(3) NOT NULL,
  last_mailed_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  created_at     timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  sent_at        timestamptz(3),
  ended_at       timestamptz(3),
  CONSTRAINT invitations_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT invitations_deliver_check CHECK ((deliver = ANY (ARRAY['email'::text, 'link'::text]))),
  CONSTRAINT invitations_state_check CHECK ((state = ANY (ARRAY['invited'::text, 'converted'::text, 'expired'::text, 'declined'::text, 'revoked'::text])))
) WITH (fillfactor = 80);
CREATE INDEX invitations_expiring ON invitations (expires_at) WHERE (state = 'invited'::text);
CREATE INDEX invitations_list ON invitations (account_id, waitlist_id, id);
CREATE UNIQUE INDEX invitations_open ON invitations (account_id, signup_id) WHERE (state = ANY (ARRAY['invited'::text, 'converted'::text]));
CREATE INDEX invitations_signup ON invitations (account_id, signup_id, id) WHERE (valid_days > 0);
CREATE UNIQUE INDEX invitations_token ON invitations (account_id, token_hash) WHERE (generation >= 0);
CREATE INDEX invitations_wave ON invitations (account_id, wave_id, id) WHERE (wave_id IS NOT NULL);

CREATE TABLE link_epochs (
  account_id  uuid    NOT NULL,
  waitlist_id uuid    NOT NULL,
  kind        text    NOT NULL,
  epoch       integer NOT NULL,
  CONSTRAINT link_epochs_pkey PRIMARY KEY (account_id, waitlist_id, kind),
  CONSTRAINT link_epochs_account_id_waitlist_id_fkey FOREIGN KEY (account_id, waitlist_id) REFERENCES waitlists(account_id, id),
  CONSTRAINT link_epochs_epoch_check CHECK (((epoch >= 1) AND (epoch <= 65535)))
);

CREATE TABLE link_keys (
  account_id uuid NOT NULL,
  type       text NOT NULL,
  sealed_key text NOT NULL,
  CONSTRAINT link_keys_pkey PRIMARY KEY (account_id)
);

CREATE TABLE mail_domains (
  domain     text           NOT NULL,
  takes_mail boolean,
  checked_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT mail_domains_pkey PRIMARY KEY (domain)
);

CREATE TABLE mail_templates (
  account_id  uuid  NOT NULL,
  waitlist_id uuid  NOT NULL,
  subject     text  NOT NULL,
  html        text  NOT NULL,
  kind        text  NOT NULL,
  design      jsonb,
  locale      text  NOT NULL DEFAULT ''::text,
  CONSTRAINT mail_templates_pkey PRIMARY KEY (account_id, waitlist_id, kind, locale),
  CONSTRAINT mail_templates_kind_check CHECK ((kind = ANY (ARRAY['signup'::text, 'confirm'::text, 'invite'::text, 'reward'::text, 'status'::text, 'notice'::text])))
);

CREATE TABLE mails (
  account_id          uuid           NOT NULL,
  id                  uuid           NOT NULL,
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
  kind                text           NOT NULL DEFAULT 'signup'::text,
  signup_id           uuid,
  status              smallint       NOT NULL DEFAULT 0,
  delivered_at        timestamptz(3),
  opened_at           timestamptz(3),
  clicked_at          timestamptz(3),
  reward_at           integer,
  bounce_class        text,
  bounce_reason       text,
  address_generation  smallint       NOT NULL DEFAULT 0,
  CONSTRAINT mails_pkey PRIMARY KEY (id, account_id),
  CONSTRAINT mails_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'held'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'suppressed'::text, 'config_error'::text])))
) WITH (fillfactor = 70);
CREATE INDEX mails_ambiguous ON mails (account_id, id) WHERE ambiguous;
CREATE INDEX mails_exhausted ON mails (account_id, id) WHERE retries_exhausted;
CREATE INDEX mails_held ON mails (account_id, id) WHERE (state = 'held'::text);
CREATE UNIQUE INDEX mails_message ON mails (provider, provider_message_id, account_id) WHERE (provider_message_id IS NOT NULL);
CREATE INDEX mails_notices ON mails (sent_at) WHERE (kind = 'notice'::text);
CREATE INDEX mails_of_signup ON mails (account_id, signup_id) WHERE (signup_id IS NOT NULL);
CREATE INDEX mails_throttled ON mails (throttled_by, account_id, id) WHERE (throttled_by IS NOT NULL);
CREATE INDEX mails_unsent ON mails (account_id, state, id) WHERE (state = ANY (ARRAY['failed'::text, 'suppressed'::text, 'config_error'::text]));

CREATE TABLE notices (
  account_id uuid           NOT NULL,
  kind       text           NOT NULL,
  subject    text           NOT NULL,
  level      smallint       NOT NULL,
  raised_at  timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT notices_pkey PRIMARY KEY (account_id, kind, subject)
);

CREATE TABLE oauth_records (
  kind        text        NOT NULL,
  id_hash     bytea       NOT NULL,
  grant_id    text,
  payload     jsonb       NOT NULL,
  expires_at  timestamptz NOT NULL,
  consumed_at timestamptz,
  CONSTRAINT oauth_records_pkey PRIMARY KEY (kind, id_hash)
);
CREATE INDEX oauth_records_expiry ON oauth_records (expires_at);
CREATE INDEX oauth_records_grant ON oauth_records (grant_id) WHERE (grant_id IS NOT NULL);

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

CREATE TABLE recovery_codes (
  user_id   uuid  NOT NULL,
  code_hash bytea NOT NULL,
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash),
  CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE referral_aliases (
  account_id  uuid NOT NULL,
  waitlist_id uuid NOT NULL,
  alias       text COLLATE "C" NOT NULL,
  signup_id   uuid NOT NULL,
  CONSTRAINT referral_aliases_pkey PRIMARY KEY (account_id, waitlist_id, alias)
);
CREATE INDEX referral_aliases_signup ON referral_aliases (account_id, signup_id);

CREATE TABLE referral_claim_counts (
  account_id  uuid        NOT NULL,
  referrer_id uuid        NOT NULL,
  waitlist_id uuid        NOT NULL,
  claims      integer     NOT NULL DEFAULT 0,
  credited    integer     NOT NULL DEFAULT 0,
  withheld    integer     NOT NULL DEFAULT 0,
  bounced     integer     NOT NULL DEFAULT 0,
  hard        integer     NOT NULL DEFAULT 0,
  open        integer     NOT NULL DEFAULT 0,
  paced_until timestamptz,
  CONSTRAINT referral_claim_counts_pkey PRIMARY KEY (account_id, referrer_id),
  CONSTRAINT referral_claim_counts_bounced_check CHECK ((bounced >= 0)),
  CONSTRAINT referral_claim_counts_claims_check CHECK ((claims >= 0)),
  CONSTRAINT referral_claim_counts_credited_check CHECK ((credited >= 0)),
  CONSTRAINT referral_claim_counts_hard_check CHECK ((hard >= 0)),
  CONSTRAINT referral_claim_counts_open_check CHECK ((open >= 0)),
  CONSTRAINT referral_claim_counts_withheld_check CHECK ((withheld >= 0))
) WITH (fillfactor = 50);
CREATE INDEX referral_claim_counts_list ON referral_claim_counts (account_id, waitlist_id, open DESC, referrer_id);

CREATE TABLE referral_claims (
  account_id   uuid           NOT NULL,
  signup_id    uuid           NOT NULL,
  waitlist_id  uuid           NOT NULL,
  referrer_id  uuid           NOT NULL,
  email_domain text           NOT NULL,
  net_mac      bytea,
  verdict      text           NOT NULL,
  state        text           NOT NULL,
  reasons      text[]         NOT NULL DEFAULT '{}'::text[],
  is_hard      boolean        NOT NULL,
  credited     boolean        NOT NULL,
  bounced      boolean        NOT NULL DEFAULT false,
  email_held   boolean        NOT NULL DEFAULT false,
  settles_at   timestamptz(3),
  asks_domain  boolean        NOT NULL,
  reviewed_at  timestamptz(3),
  reviewer     text,
  created_at   timestamptz(3) NOT NULL,
  CONSTRAINT referral_claims_pkey PRIMARY KEY (account_id, signup_id),
  CONSTRAINT referral_claims_state_check CHECK ((state = ANY (ARRAY['open'::text, 'approved'::text, 'rejected'::text]))),
  CONSTRAINT referral_claims_verdict_check CHECK ((verdict = ANY (ARRAY['ok'::text, 'flagged'::text, 'withheld'::text, 'held'::text])))
);
CREATE INDEX referral_claims_asking ON referral_claims (account_id, created_at) WHERE asks_domain;
CREATE INDEX referral_claims_domain ON referral_claims (account_id, referrer_id, email_domain, created_at);
CREATE INDEX referral_claims_list ON referral_claims (account_id, waitlist_id);
CREATE INDEX referral_claims_network ON referral_claims (account_id, referrer_id, net_mac, created_at) WHERE (net_mac IS NOT NULL);
CREATE INDEX referral_claims_networks_to_forget ON referral_claims (created_at) WHERE (net_mac IS NOT NULL);
CREATE INDEX referral_claims_review ON referral_claims (account_id, waitlist_id, signup_id) WHERE ((verdict <> 'ok'::text) OR (state <> 'open'::text));
CREATE INDEX referral_claims_settling ON referral_claims (account_id, settles_at) WHERE (settles_at IS NOT NULL);
CREATE INDEX referral_claims_waiting ON referral_claims (account_id, waitlist_id, signup_id) WHERE ((state = 'open'::text) AND (verdict <> 'ok'::text) AND (NOT credited));

CREATE TABLE removed_referrers (
  account_id  uuid NOT NULL,
  waitlist_id uuid NOT NULL,
  signup_id   uuid NOT NULL,
  CONSTRAINT removed_referrers_pkey PRIMARY KEY (account_id, waitlist_id, signup_id)
);

CREATE TABLE reward_grants (
  account_id     uuid           NOT NULL,
  signup_id      uuid           NOT NULL,
  at             integer        NOT NULL,
  waitlist_id    uuid           NOT NULL,
  key            text           NOT NULL,
  referral_count integer        NOT NULL,
  reached_at     timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  fulfilled_at   timestamptz(3),
  fulfilled_by   text,
  CONSTRAINT reward_grants_pkey PRIMARY KEY (account_id, signup_id, at),
  CONSTRAINT reward_grants_at_check CHECK ((at >= 1))
);
CREATE INDEX reward_grants_newest ON reward_grants (account_id, waitlist_id, reached_at, signup_id, at) WHERE (reached_at > '-infinity'::timestamp with time zone);

CREATE TABLE reward_passes (
  account_id     uuid    NOT NULL,
  waitlist_id    uuid    NOT NULL,
  after_count    integer NOT NULL,
  after_position integer NOT NULL,
  CONSTRAINT reward_passes_pkey PRIMARY KEY (account_id, waitlist_id)
);

CREATE TABLE reward_waits (
  account_id uuid           NOT NULL,
  signup_id  uuid           NOT NULL,
  looks_at   timestamptz(3),
  CONSTRAINT reward_waits_pkey PRIMARY KEY (account_id, signup_id)
);
CREATE INDEX reward_waits_due ON reward_waits (account_id, looks_at) WHERE (looks_at IS NOT NULL);

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

CREATE TABLE segments (
  account_id  uuid           NOT NULL,
  waitlist_id uuid           NOT NULL,
  id          uuid           NOT NULL,
  name        text           NOT NULL,
  filter      jsonb          NOT NULL,
  created_at  timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  updated_at  timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT segments_pkey PRIMARY KEY (account_id, waitlist_id, id)
);

CREATE TABLE selection_parts (
  account_id   uuid      NOT NULL,
  selection_id uuid      NOT NULL,
  part         integer   NOT NULL,
  positions    integer[] NOT NULL,
  CONSTRAINT selection_parts_pkey PRIMARY KEY (account_id, selection_id, part)
);

CREATE TABLE selections (
  account_id  uuid           NOT NULL,
  id          uuid           NOT NULL,
  waitlist_id uuid           NOT NULL,
  action      text           NOT NULL,
  total       integer        NOT NULL,
  done        integer        NOT NULL DEFAULT 0,
  left_out    integer        NOT NULL DEFAULT 0,
  created_by  text           NOT NULL,
  created_at  timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  stopped_at  timestamptz(3),
  finished_at timestamptz(3),
  told_to     bytea,
  import_id   uuid,
  taken_back  integer        NOT NULL DEFAULT 0,
  CONSTRAINT selections_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT selections_action_check CHECK ((action = ANY (ARRAY['delete'::text, 'resend'::text]))),
  CONSTRAINT selections_done_check CHECK ((done >= 0)),
  CONSTRAINT selections_left_out_check CHECK ((left_out >= 0)),
  CONSTRAINT selections_total_check CHECK ((total >= 0))
);
CREATE INDEX selections_newest ON selections (account_id, waitlist_id, created_at DESC) WHERE (created_at > '-infinity'::timestamp with time zone);

CREATE TABLE sessions (
  token_hash   bytea          NOT NULL,
  user_id      uuid           NOT NULL,
  created_at   timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  last_seen_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  device       text,
  in_test_mode boolean        NOT NULL DEFAULT false,
  CONSTRAINT sessions_pkey PRIMARY KEY (token_hash),
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_user ON sessions (user_id);

CREATE TABLE signup_campaigns (
  account_id   uuid           NOT NULL,
  signup_id    uuid           NOT NULL,
  waitlist_id  uuid           NOT NULL,
  utm_medium   text,
  utm_campaign text,
  utm_term     text,
  utm_content  text,
  created_at   timestamptz(3) NOT NULL,
  CONSTRAINT signup_campaigns_pkey PRIMARY KEY (account_id, signup_id)
);
CREATE INDEX signup_campaigns_by_time ON signup_campaigns (account_id, waitlist_id, created_at) WHERE (created_at > '-infinity'::timestamp with time zone);

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
  confirmed   integer NOT NULL DEFAULT 0,
  CONSTRAINT signup_email_counts_pkey PRIMARY KEY (account_id, waitlist_id),
  CONSTRAINT signup_email_counts_clicked_check CHECK ((clicked >= 0)),
  CONSTRAINT signup_email_counts_delivered_check CHECK ((delivered >= 0)),
  CONSTRAINT signup_email_counts_opened_check CHECK ((opened >= 0)),
  CONSTRAINT signup_email_counts_sent_check CHECK ((sent >= 0))
) WITH (fillfactor = 10);

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
  unsubscribed_at    timestamptz(3),
  confirmable_until  timestamptz(3),
  confirm_sent_at    timestamptz(3),
  confirm_count      smallint       NOT NULL DEFAULT 0,
  confirmed_at       timestamptz(3),
  uncredited         text,
  fold_key           text           COLLATE "C",
  status_mailed_at   timestamptz(3),
  import_id          uuid,
  locale             text,
  note               text,
  note_by            text,
  noted_at           timestamptz(3),
  address_generation smallint       NOT NULL DEFAULT 0,
  CONSTRAINT signups_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT signups_referral_code UNIQUE (referral_code),
  CONSTRAINT signups_referral_count_check CHECK ((referral_count >= 0))
) WITH (fillfactor = 85);
CREATE UNIQUE INDEX signups_email ON signups (account_id, waitlist_id, email_key) WHERE (email_key >= ''::text);
CREATE INDEX signups_fold ON signups (account_id, waitlist_id, fold_key) WHERE (fold_key IS NOT NULL);
CREATE INDEX signups_imported ON signups (account_id, waitlist_id, created_at) WHERE (import_id IS NOT NULL);
CREATE UNIQUE INDEX signups_position ON signups (account_id, waitlist_id, "position") WHERE ("position" > 0);
CREATE INDEX signups_referrals ON signups (account_id, waitlist_id, referral_count DESC, "position") WHERE (referral_count > 0);
CREATE INDEX signups_referred_by ON signups (account_id, referred_by) WHERE (referred_by IS NOT NULL);
CREATE INDEX signups_to_remind ON signups (account_id, waitlist_id, confirm_sent_at) WHERE ((confirm_count = 1) AND (confirmed_at IS NULL));
CREATE INDEX signups_unconfirmed ON signups (account_id, waitlist_id, created_at) WHERE ((confirmable_until IS NOT NULL) AND (confirmed_at IS NULL));

CREATE TABLE statistics_links (
  account_id  uuid           NOT NULL,
  waitlist_id uuid           NOT NULL,
  id          uuid           NOT NULL,
  token_hash  bytea          NOT NULL,
  user_id     uuid,
  created_at  timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT statistics_links_pkey PRIMARY KEY (account_id, waitlist_id, id),
  CONSTRAINT statistics_links_token_hash_key UNIQUE (token_hash)
);

CREATE TABLE suppressions (
  account_id  uuid           NOT NULL,
  id          uuid           NOT NULL,
  waitlist_id uuid,
  email_mac   bytea          NOT NULL,
  reason      text           NOT NULL,
  created_at  timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  import_id   uuid,
  CONSTRAINT suppressions_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT suppressions_reason_check CHECK ((reason = ANY (ARRAY['unsubscribed'::text, 'complained'::text, 'bounced'::text, 'manual'::text, 'erased'::text])))
);
CREATE UNIQUE INDEX suppressions_address ON suppressions (account_id, email_mac, waitlist_id, reason) NULLS NOT DISTINCT;
CREATE INDEX suppressions_import ON suppressions (account_id, import_id) WHERE (import_id IS NOT NULL);
CREATE INDEX suppressions_waitlist ON suppressions (account_id, waitlist_id) WHERE (waitlist_id IS NOT NULL);

CREATE TABLE user_identities (
  user_id    uuid           NOT NULL,
  account_id uuid           NOT NULL,
  issuer     text           NOT NULL,
  subject    text           NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT user_identities_pkey PRIMARY KEY (user_id, issuer),
  CONSTRAINT user_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX user_identities_subject ON user_identities (issuer, subject, account_id);

CREATE TABLE user_links (
  id         uuid           NOT NULL,
  account_id uuid           NOT NULL,
  kind       text           NOT NULL,
  email      text           NOT NULL,
  email_key  text           NOT NULL,
  role       text,
  token_hash bytea,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  expires_at timestamptz(3) NOT NULL,
  CONSTRAINT user_links_pkey PRIMARY KEY (id),
  CONSTRAINT user_links_token_hash_key UNIQUE (token_hash),
  CONSTRAINT user_links_kind_check CHECK ((kind = ANY (ARRAY['invite'::text, 'reset'::text]))),
  CONSTRAINT user_links_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'editor'::text, 'viewer'::text])))
);
CREATE UNIQUE INDEX user_links_invite ON user_links (account_id, email_key) WHERE (kind = 'invite'::text);
CREATE INDEX user_links_subject ON user_links (account_id, kind, email_key);

CREATE TABLE user_totp (
  user_id       uuid           NOT NULL,
  account_id    uuid           NOT NULL,
  type          text           NOT NULL,
  sealed_secret text           NOT NULL,
  confirmed_at  timestamptz(3),
  last_step     bigint         NOT NULL DEFAULT 0,
  CONSTRAINT user_totp_pkey PRIMARY KEY (user_id),
  CONSTRAINT user_totp_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

CREATE TABLE users (
  id            uuid           NOT NULL,
  account_id    uuid           NOT NULL,
  email         text           NOT NULL,
  email_key     text           NOT NULL,
  password_hash text           NOT NULL,
  created_at    timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  role          text           NOT NULL DEFAULT 'owner'::text,
  muted_notices text[]         NOT NULL DEFAULT '{}'::text[],
  weekly_digest boolean        NOT NULL DEFAULT false,
  digest_up_to  date,
  proven_at     timestamptz(3),
  CONSTRAINT users_pkey PRIMARY KEY (id),
  CONSTRAINT users_email UNIQUE (account_id, email_key),
  CONSTRAINT users_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id),
  CONSTRAINT users_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'editor'::text, 'viewer'::text])))
);
CREATE INDEX users_address ON users (email_key);
CREATE INDEX users_digest ON users (id) WHERE weekly_digest;

CREATE TABLE waitlist_counters (
  account_id        uuid      NOT NULL,
  waitlist_id       uuid      NOT NULL,
  last_position     integer   NOT NULL DEFAULT 0,
  live_count        integer   NOT NULL DEFAULT 0,
  referred_count    integer   NOT NULL DEFAULT 0,
  confirm_hours     smallint,
  remind_hours      smallint,
  credit_on_confirm boolean   NOT NULL DEFAULT false,
  unconfirmed_days  smallint,
  delete_before     date,
  abuse_mode        text,
  reward_levels     integer[],
  has_imports       boolean   NOT NULL DEFAULT false,
  converted_days    smallint,
  archived_text     text,
  CONSTRAINT waitlist_counters_pkey PRIMARY KEY (account_id, waitlist_id),
  CONSTRAINT waitlist_counters_account_id_waitlist_id_fkey FOREIGN KEY (account_id, waitlist_id) REFERENCES waitlists(account_id, id),
  CONSTRAINT waitlist_counters_live_count_check CHECK ((live_count >= 0)),
  CONSTRAINT waitlist_counters_referred_count_check CHECK ((referred_count >= 0))
) WITH (fillfactor = 10);
CREATE INDEX waitlist_counters_reminding ON waitlist_counters (account_id, waitlist_id) WHERE (remind_hours IS NOT NULL);
CREATE INDEX waitlist_counters_retention ON waitlist_counters (account_id, waitlist_id) WHERE ((unconfirmed_days IS NOT NULL) OR (delete_before IS NOT NULL) OR (converted_days IS NOT NULL));

CREATE TABLE waitlist_pages (
  name        text           COLLATE "C" NOT NULL,
  account_id  uuid           NOT NULL,
  waitlist_id uuid           NOT NULL,
  replaced_at timestamptz(3),
  CONSTRAINT waitlist_pages_pkey PRIMARY KEY (name),
  CONSTRAINT waitlist_pages_account_id_waitlist_id_fkey FOREIGN KEY (account_id, waitlist_id) REFERENCES waitlists(account_id, id)
);
CREATE INDEX waitlist_pages_list ON waitlist_pages (account_id, waitlist_id);

CREATE TABLE waitlist_settings (
  account_id   uuid           NOT NULL,
  waitlist_id  uuid           NOT NULL,
  settings     jsonb          NOT NULL,
  updated_at   timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  abuse_policy jsonb,
  CONSTRAINT waitlist_settings_pkey PRIMARY KEY (account_id, waitlist_id),
  CONSTRAINT waitlist_settings_account_id_waitlist_id_fkey FOREIGN KEY (account_id, waitlist_id) REFERENCES waitlists(account_id, id)
);

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

CREATE TABLE wave_parts (
  account_id uuid    NOT NULL,
  wave_id    uuid    NOT NULL,
  part       integer NOT NULL,
  signup_ids uuid[]  NOT NULL,
  CONSTRAINT wave_parts_pkey PRIMARY KEY (account_id, wave_id, part)
);

CREATE TABLE waves (
  account_id      uuid           NOT NULL,
  id              uuid           NOT NULL,
  waitlist_id     uuid           NOT NULL,
  name            text,
  state           text           NOT NULL DEFAULT 'selecting'::text,
  size            integer        NOT NULL,
  member_order    text           NOT NULL,
  filter          jsonb          NOT NULL,
  expires_in_days smallint       NOT NULL,
  per_hour        integer,
  deliver         text           NOT NULL,
  matched         integer        NOT NULL DEFAULT 0,
  selected        integer        NOT NULL DEFAULT 0,
  excluded        jsonb          NOT NULL DEFAULT '{}'::jsonb,
  sample          uuid[]         NOT NULL DEFAULT '{}'::uuid[],
  invited         integer        NOT NULL DEFAULT 0,
  left_out        jsonb          NOT NULL DEFAULT '{}'::jsonb,
  next_at         timestamptz,
  created_at      timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  drafted_at      timestamptz(3),
  launched_at     timestamptz(3),
  finished_at     timestamptz(3),
  cancelled_at    timestamptz(3),
  links_since     timestamptz(3),
  links_taken_at  timestamptz(3),
  CONSTRAINT waves_pkey PRIMARY KEY (account_id, id),
  CONSTRAINT waves_deliver_check CHECK ((deliver = ANY (ARRAY['email'::text, 'link'::text]))),
  CONSTRAINT waves_member_order_check CHECK ((member_order = ANY (ARRAY['display_position'::text, 'position'::text, 'referrals'::text]))),
  CONSTRAINT waves_per_hour_check CHECK ((per_hour >= 1)),
  CONSTRAINT waves_size_check CHECK ((size >= 1)),
  CONSTRAINT waves_state_check CHECK ((state = ANY (ARRAY['selecting'::text, 'draft'::text, 'sending'::text, 'sent'::text, 'cancelled'::text])))
);
CREATE INDEX waves_drafts ON waves (account_id, created_at) WHERE (state = ANY (ARRAY['selecting'::text, 'draft'::text]));
CREATE INDEX waves_newest ON waves (account_id, waitlist_id, created_at DESC, id DESC) WHERE (created_at > '-infinity'::timestamp with time zone);

CREATE TYPE claim_facts AS (referrer_email_key text, referrer_fold_key text, policy jsonb, counts referral_claim_counts, of_domain integer, of_network integer, folds boolean, takes_mail boolean, checked_at timestamp with time zone);

CREATE TYPE engagement AS (sent integer, delivered integer, opened integer, clicked integer);

CREATE TYPE signup_request AS (ord integer, account_id uuid, waitlist_id uuid, signup_cap integer, mailed boolean, notified boolean, id uuid, code text, email text, email_key text, utm_source text, referrer text, referrer_domain text, metadata json, fields json, referrer_code text, referrer_alias text, signals jsonb, locale text, campaign json);

-- FUNCTION add_signups(requests json)
--   RETURNS TABLE(ord integer, outcome text, id uuid, "position" integer, total integer, referral_code text, field text, fired boolean, confirm_mail uuid, unconfirmed boolean), in migrations/functions/add_signups.sql

-- FUNCTION current_month()
--   RETURNS date, in migrations/functions/current_month.sql

-- FUNCTION engagement_of(email_status smallint, delivered_at timestamptz, opened_at timestamptz, clicked_at timestamptz)
--   RETURNS engagement, in migrations/functions/engagement_of.sql

-- FUNCTION enqueue_rewards(places tid[], credits integer[])
--   RETURNS void, in migrations/functions/enqueue_rewards.sql

-- FUNCTION highest_position()
--   RETURNS integer, in migrations/functions/highest_position.sql

-- FUNCTION import_signups(options json)
--   RETURNS json, in migrations/functions/import_signups.sql

-- FUNCTION is_session_live(created_at timestamptz, last_seen_at timestamptz)
--   RETURNS boolean, in migrations/functions/is_session_live.sql

-- FUNCTION judge_referral(signup signups, signals jsonb, facts claim_facts, is_twin boolean, waits boolean, mailed boolean, judged_at timestamptz, earlier referral_claims[], INOUT counts referral_claim_counts, OUT claim referral_claims)
--   RETURNS record, in migrations/functions/judge_referral.sql

-- FUNCTION weigh_reasons(policy jsonb, reasons text[], OUT verdict text, OUT is_hard boolean)
--   RETURNS record, in migrations/functions/weigh_reasons.sql
