-- What is kept of the body of a request with an idempotency key: whoever guesses the address in it can compute a plain hash, also after the
-- person was erased. A row with `body_hash`, the SHA-256, is of a process of the release before; such rows stay valid for their 24 hours.
ALTER TABLE idempotency_keys
  ADD COLUMN body_mac bytea,                                               -- keyed; null in a row of the release before
  ALTER COLUMN body_hash DROP NOT NULL;
