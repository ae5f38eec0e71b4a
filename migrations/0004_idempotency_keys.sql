-- Idempotency keys of requests, and the answers that are given again to a repeat (N1). A row is made before the request runs. A request
-- whose effect is one transaction stores its answer in that transaction.
CREATE TABLE idempotency_keys (
  account_id   uuid NOT NULL,
  key          text COLLATE "C" NOT NULL,
  method       text COLLATE "C" NOT NULL,
  path         text COLLATE "C" NOT NULL,
  body_hash    bytea NOT NULL,                                             -- SHA-256
  token        uuid NOT NULL,                                              -- names the attempt that may store the answer
  origin       uuid NOT NULL,                                              -- the same for all attempts: ids made of it tell what an earlier one has stored
  locked_until timestamptz NOT NULL,                                       -- while there is no answer: the attempt has died if it has not answered by then
  status       smallint,                                                   -- null until there is an answer
  answer       text CHECK (octet_length(answer) <= 524288),                -- its body; null for an empty one
  created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),             -- of the attempt: kept for 24 hours
  PRIMARY KEY (account_id, key, method, path)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);        -- of all accounts: old ones go
