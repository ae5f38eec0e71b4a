-- A provider that answers "too many" slows the mails that go out on the same credentials, in every worker alike (C6.6).

-- One row while a provider's limit is being kept to; none for the others.
CREATE TABLE email_throttles (
  source       text PRIMARY KEY,                                           -- as in email_events: an account's id for its own provider, or 'managed'
  ceiling      double precision,                                           -- mails a second at which it refused last; null until that is known
  lowered_at   timestamptz NOT NULL,                                       -- of refusals that belong together, the first one lowers the rate
  paused_until timestamptz NOT NULL,                                       -- no mail starts before; the rate grows from then on
  next_at      timestamptz NOT NULL                                        -- when the next mail may start
) WITH (fillfactor = 20);

ALTER TABLE signup_emails
  ADD COLUMN waits_for        text,                                        -- the throttle that it waits behind
  ADD COLUMN wait_until       timestamptz(3),                              -- not before, while it waits
  ADD COLUMN has_slot         boolean NOT NULL DEFAULT false,              -- its turn behind the throttle has come
  ADD COLUMN asked_to_wait_at timestamptz(3),                              -- by its provider, for the first time: it waits a day at most
  ADD COLUMN gave_up          boolean NOT NULL DEFAULT false;              -- failed for want of tries or time, so it may be sent again
-- By account too, for accounts that share credentials take turns.
CREATE INDEX signup_emails_waiting ON signup_emails (waits_for, account_id, signup_id) WHERE waits_for IS NOT NULL;
CREATE INDEX signup_emails_gave_up ON signup_emails (account_id, signup_id) WHERE gave_up;
