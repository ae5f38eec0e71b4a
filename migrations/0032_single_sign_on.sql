-- Who users are to OpenID providers. A user is tied to the first identity that signs in with their address: an address may pass to
-- somebody else, an identity does not.
CREATE TABLE user_identities (
  user_id    uuid           NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  account_id uuid           NOT NULL,
  issuer     text           NOT NULL,
  subject    text           NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (user_id, issuer)
);
CREATE UNIQUE INDEX user_identities_subject ON user_identities (issuer, subject);
