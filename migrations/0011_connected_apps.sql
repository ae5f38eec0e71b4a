-- Apps that people have connected, such as assistants, and what the authorization server remembers.

CREATE TABLE connected_apps (
  id            uuid PRIMARY KEY,
  user_id       uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  account_id    uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,     -- of the user, also where the app sees the test mode
  grant_id      text NOT NULL UNIQUE,                                    -- what the authorization server calls it
  client_id     text NOT NULL,
  name          text NOT NULL,                                           -- what the app calls itself, not verified
  redirect_host text NOT NULL,                                           -- where its codes went
  scopes        text[] NOT NULL,                                         -- what was granted; the role of the user limits it, now and later
  is_test       boolean NOT NULL,
  created_at    timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  last_used_at  timestamptz(3)
);
CREATE INDEX connected_apps_account ON connected_apps (account_id, created_at, id);
CREATE INDEX connected_apps_user ON connected_apps (user_id);
CREATE INDEX connected_apps_client ON connected_apps (client_id);

-- Codes, tokens, sign-ins under way and registered clients, in the form of the library. None can be used by who reads this table.
CREATE TABLE oauth_records (
  kind        text NOT NULL,
  id_hash     bytea NOT NULL,                                            -- of the code, the token or the id
  grant_id    text,
  payload     jsonb NOT NULL,                                            -- without the code or the token
  expires_at  timestamptz NOT NULL,
  consumed_at timestamptz,                                               -- a code and a refresh token can be used once
  PRIMARY KEY (kind, id_hash)
);
CREATE INDEX oauth_records_grant ON oauth_records (grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX oauth_records_expiry ON oauth_records (expires_at);

ALTER TABLE audit_entries DROP CONSTRAINT audit_entries_actor_type_check;
ALTER TABLE audit_entries ADD CONSTRAINT audit_entries_actor_type_check
  CHECK (actor_type IN ('user', 'api_key', 'app', 'command_line', 'visitor')) NOT VALID;
