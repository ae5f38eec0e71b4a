-- Links that are mailed to users of the dashboard: invitations, and links to set a new password. The token is made when the mail is sent,
-- and only its hash is here. A link that was used is gone.
CREATE TABLE user_links (
  id          uuid           PRIMARY KEY,                           -- also of its mail
  account_id  uuid           NOT NULL,
  kind        text           NOT NULL CHECK (kind IN ('invite', 'reset')),
  email       text           NOT NULL,
  email_key   text           NOT NULL,
  role        text           CHECK (role IN ('owner', 'editor', 'viewer')),  -- of an invitation
  token_hash  bytea          UNIQUE,                                -- null until the mail is sent
  created_at  timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  expires_at  timestamptz(3) NOT NULL
);
-- One invitation of an address to an account, and one link to a new password for a user.
CREATE UNIQUE INDEX user_links_subject ON user_links (account_id, kind, email_key);
