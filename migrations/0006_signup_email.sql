-- The signup email from end to end: copy, providers, allowance, state, and what providers report (spec 2.6, 4.8, 6.2, 8).

-- A waitlist's own copy; without a row the default one is used.
CREATE TABLE email_copies (
  waitlist_id uuid PRIMARY KEY,
  subject     text NOT NULL,
  html        text NOT NULL
);

-- An account's own provider. What could be misused is sealed by the service and unreadable here.
CREATE TABLE email_providers (
  account_id     uuid PRIMARY KEY REFERENCES accounts,
  type           text NOT NULL,
  sealed_config  text NOT NULL,
  sender         text NOT NULL,                                            -- the From of its mails
  token          text NOT NULL UNIQUE,                                     -- in the address that the provider's events are sent to
  sealed_secret  text,                                                     -- what those events are signed with
  version        uuid NOT NULL                                             -- changes with the settings
);

-- Mails on the service's own credentials, by UTC month.
CREATE TABLE email_usage (
  account_id uuid NOT NULL,
  month      date NOT NULL,
  reserved   integer NOT NULL CHECK (reserved >= 0),
  PRIMARY KEY (account_id, month)
) WITH (fillfactor = 20);

ALTER TABLE signup_emails
  DROP CONSTRAINT signup_emails_state_check,
  ADD CONSTRAINT signup_emails_state_check
    CHECK (state IN ('queued', 'held', 'sending', 'sent', 'failed', 'suppressed', 'config_error')),
  ADD COLUMN route               text,                                     -- 'own' or 'managed', once it is being sent
  ADD COLUMN provider            text,                                     -- the type it is sent with
  ADD COLUMN provider_version    uuid,                                     -- of the account's settings, to tell whether a repeat reaches the same ones
  ADD COLUMN reserved_month      date,                                     -- the month whose allowance it holds a place in
  ADD COLUMN rendered            json,                                     -- as first handed over, kept while a repeat must be the same to the byte
  ADD COLUMN rendered_at         timestamptz(3),
  ADD COLUMN provider_message_id text;
CREATE UNIQUE INDEX signup_emails_message ON signup_emails (provider, provider_message_id) WHERE provider_message_id IS NOT NULL;
CREATE INDEX signup_emails_held ON signup_emails (account_id, signup_id) WHERE state = 'held';

-- Events of providers as they came: the store that tells a repeat, and where an event waits for the mail that it is about.
CREATE TABLE email_events (
  id                  uuid PRIMARY KEY,
  source              text NOT NULL,                                       -- an account's id, or 'managed'
  event_id            text NOT NULL,                                       -- the provider's own
  nonce               text,
  provider            text NOT NULL,
  status_rank         smallint NOT NULL,
  occurred_at         timestamptz(3) NOT NULL,
  received_at         timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  provider_message_id text,
  signup_id           uuid,
  parked              boolean NOT NULL DEFAULT false,                      -- its mail is not known yet
  UNIQUE (source, event_id)
);
CREATE UNIQUE INDEX email_events_nonce ON email_events (source, nonce) WHERE nonce IS NOT NULL;
CREATE INDEX email_events_parked ON email_events (provider, provider_message_id) WHERE parked;
CREATE INDEX email_events_received ON email_events (received_at);

-- The day by which allowances are counted. Everything that asks for the month asks here.
CREATE FUNCTION current_month() RETURNS date LANGUAGE sql VOLATILE
  RETURN date_trunc('month', clock_timestamp() AT TIME ZONE 'UTC')::date;

-- How a signup counts in the email statistics, each 0 or 1: a click implies an open, and an open a delivery.
-- Ranks: 0 null, 1 config_error, 4 failed, 5 suppressed are mails that did not leave.
CREATE TYPE engagement AS (sent integer, delivered integer, opened integer, clicked integer);
CREATE FUNCTION engagement_of(email_status smallint, delivered_at timestamptz, opened_at timestamptz, clicked_at timestamptz)
RETURNS engagement LANGUAGE sql IMMUTABLE
  RETURN ROW(
    (email_status NOT IN (0, 1, 4, 5))::integer,
    (delivered_at IS NOT NULL OR opened_at IS NOT NULL OR clicked_at IS NOT NULL)::integer,
    (opened_at IS NOT NULL OR clicked_at IS NOT NULL)::integer,
    (clicked_at IS NOT NULL)::integer)::engagement;
