-- Integrations: what an account connects, the log of deliveries, and the first of the events that go out (spec 2.9, 4.7, 6.1).

CREATE TABLE integrations (
  id            uuid PRIMARY KEY,                                          -- a new one after a DELETE: what was owed to the old one goes nowhere
  account_id    uuid NOT NULL REFERENCES accounts,
  type          text NOT NULL,
  enabled       boolean NOT NULL DEFAULT true,
  active_since  timestamptz NOT NULL DEFAULT clock_timestamp(),            -- it gets no event from before: a resumed one replays nothing
  events        text[] NOT NULL,                                           -- those it wants, as in its configuration; empty for all
  sealed_config text NOT NULL,                                             -- sealed by the service and unreadable here
  created_at    timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT integrations_type UNIQUE (account_id, type)
);

-- One row per attempt, written before it is made: a worker that dies leaves it as it is, and it reads as failed (C7.4).
CREATE TABLE deliveries (
  id              uuid PRIMARY KEY,
  integration_id  uuid NOT NULL REFERENCES integrations ON DELETE CASCADE,
  event_type      text NOT NULL,
  status          text NOT NULL DEFAULT 'attempting' CHECK (status IN ('attempting', 'success', 'failed')),
  response_status integer,
  error           text,
  created_at      timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  delivered_at    timestamptz(3),
  is_test         boolean NOT NULL DEFAULT false
) WITH (fillfactor = 80);                                                  -- room to complete a record in its page
CREATE INDEX deliveries_newest ON deliveries (integration_id, created_at DESC, id DESC);
CREATE INDEX deliveries_age ON deliveries (created_at);

-- Whether an enabled integration of the account asks for an event. Everything that fires one asks here.
CREATE FUNCTION wants_event(integrations, event_type text) RETURNS boolean LANGUAGE sql IMMUTABLE
  RETURN $1.enabled AND (cardinality($1.events) = 0 OR event_type = ANY ($1.events));

-- An instant as every answer and event writes it (spec 2).
CREATE FUNCTION iso_time(timestamptz) RETURNS text LANGUAGE sql STABLE
  RETURN to_char($1 AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
