-- The second factor of users: a secret that their authenticator app has, too, and codes for the day when it is lost.
CREATE TABLE user_totp (
  user_id       uuid           PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  account_id    uuid           NOT NULL,
  type          text           NOT NULL,                            -- the user's id: the secret is bound to it
  sealed_secret text           NOT NULL,
  confirmed_at  timestamptz(3),                                     -- null until the first code: the factor is not asked for yet
  last_step     bigint         NOT NULL DEFAULT 0                   -- of the last code that was used: each is used once
);
CREATE TABLE recovery_codes (
  user_id   uuid  NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);
