-- What is owed (the outbox) and the signup email's own state.

-- One row per owed job, written in the transaction that owes it and removed in the one that fulfils it.
-- The key is the job and its subject, so a thing cannot be owed twice.
CREATE TABLE outbox (
  job        text NOT NULL,
  id         uuid NOT NULL,                                                -- the subject: a signup, a waitlist, …
  account_id uuid NOT NULL,
  payload    json NOT NULL DEFAULT '{}',                                   -- facts that may be gone when the job runs
  due_at     timestamptz NOT NULL DEFAULT clock_timestamp(),               -- free to be taken from then on; a claim moves it on
  attempts   integer NOT NULL DEFAULT 0,                                   -- claims so far; the newest one owns the row
  PRIMARY KEY (job, id)
);
CREATE INDEX outbox_due ON outbox (due_at);

-- One row per signup that is to be mailed.
CREATE TABLE signup_emails (
  signup_id  uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  state      text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sending', 'sent', 'failed')),
  ambiguous  boolean NOT NULL DEFAULT false,                               -- recorded as sent after a crash in the middle of it
  message_id text,
  error      text,
  sent_at    timestamptz(3)
) WITH (fillfactor = 70);
