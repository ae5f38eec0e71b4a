-- Accounts, the people who sign in for them and the API keys that act for them (spec 2.8, 5, 8).

CREATE TABLE accounts (
  id                       uuid PRIMARY KEY,
  name                     text NOT NULL,
  plan                     text NOT NULL CHECK (plan IN ('free', 'launch', 'scale', 'enterprise')),
  requests_per_minute      integer CHECK (requests_per_minute > 0),        -- overrides the plan's number where set
  managed_emails_per_month integer CHECK (managed_emails_per_month >= 0),  -- likewise
  created_at               timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE users (
  id            uuid PRIMARY KEY,
  account_id    uuid NOT NULL REFERENCES accounts,
  email         text NOT NULL,
  email_key     text NOT NULL UNIQUE,                                      -- the address as it is compared
  password_hash text NOT NULL,                                             -- argon2id, PHC string
  created_at    timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX users_account ON users (account_id);

CREATE TABLE api_keys (
  id           uuid PRIMARY KEY,
  account_id   uuid NOT NULL REFERENCES accounts,
  name         text NOT NULL,
  hash         bytea NOT NULL UNIQUE,                                      -- SHA-256 of the whole key
  last4        text NOT NULL,
  scopes       text[] NOT NULL,
  created_at   timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  last_used_at timestamptz(3),                                             -- written at most once a minute
  revoked_at   timestamptz(3)
);
CREATE INDEX api_keys_account ON api_keys (account_id);
