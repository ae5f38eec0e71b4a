-- Events that are never lost: the feed of an account, retries, replays, and the health of integrations (N2).

-- One row per account with a feed: from its first GET /v1/events or its first integration on. Whoever gives an event its number holds this
-- row until the commit, so a reader that has seen 41 never misses 40.
CREATE TABLE event_counters (
  account_id uuid PRIMARY KEY REFERENCES accounts,
  last_seq   bigint NOT NULL DEFAULT 0,
  last_at    timestamptz(3) NOT NULL DEFAULT clock_timestamp()             -- of the last event: times of a feed never go back
) WITH (fillfactor = 10);
INSERT INTO event_counters (account_id) SELECT DISTINCT account_id FROM integrations ORDER BY account_id;

-- The feed, for 30 days. A job that delivers an event names it, and does not repeat its data.
CREATE TABLE events (
  account_id uuid NOT NULL,
  seq        bigint NOT NULL,
  id         uuid NOT NULL,
  type       text NOT NULL,
  fired_at   timestamptz NOT NULL,                                         -- when it was published: an integration gets no event from before it was active
  created_at timestamptz(3) NOT NULL,                                      -- when it was numbered, in the order of the feed
  data       json NOT NULL,                                                -- as it was published: shared/events.ts makes the event of it
  facts      json,                                                         -- what integrations include in addition, if any does
  PRIMARY KEY (account_id, seq)
);
CREATE UNIQUE INDEX events_id ON events (account_id, id) WHERE seq > 0;
CREATE INDEX events_age ON events (created_at);                            -- of all accounts: old ones go

-- Events whose last attempt at an integration succeeded. The log of attempts is too short to tell.
CREATE TABLE delivered_events (
  account_id     uuid NOT NULL,
  seq            bigint NOT NULL,
  integration_id uuid NOT NULL,
  PRIMARY KEY (account_id, seq, integration_id)
);

ALTER TABLE deliveries
  ADD COLUMN event_id uuid,                                                -- null for a test event, and for attempts of an older release
  ADD COLUMN attempt  smallint NOT NULL DEFAULT 1;

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

ALTER TABLE integrations
  ADD COLUMN retries               text NOT NULL DEFAULT 'none' CHECK (retries IN ('none', 'standard')),  -- as in its configuration
  ADD COLUMN paused_at             timestamptz(3),                         -- null while it is enabled
  ADD COLUMN disabled_at           timestamptz(3),                         -- paused by the service, until it is resumed
  ADD COLUMN disabled_reason       text,
  ADD COLUMN sealed_previous       text,                                   -- the signing secret before the last rotation,
  ADD COLUMN previous_until        timestamptz(3);                         -- which signs too until then
UPDATE integrations SET paused_at = clock_timestamp() WHERE NOT enabled;

-- One row per integration whose newest attempt failed; none for the others. No foreign key: an attempt that ends would wait for whoever
-- deletes its integration, who waits for its record.
CREATE TABLE integration_health (
  account_id      uuid NOT NULL,
  integration_id  uuid NOT NULL,
  failing_since   timestamptz(3) NOT NULL DEFAULT clock_timestamp(),       -- the first failure after the last success
  failed_attempts integer NOT NULL,                                        -- since then
  last_error      text,
  is_gone         boolean NOT NULL DEFAULT false,                          -- the receiver answered 410
  noticed_at      timestamptz(3),                                          -- when the account's users were told
  PRIMARY KEY (account_id, integration_id)
) WITH (fillfactor = 20);

-- Notices to the account's users are deleted after 30 days; they are few.
CREATE INDEX mails_notices ON mails (sent_at) WHERE kind = 'notice';
