-- Settings of a waitlist, and what signs the links that people get.

-- What the owner has set. A list without a row, and a setting that is not in it, has the default: off.
CREATE TABLE waitlist_settings (
  account_id  uuid NOT NULL,
  waitlist_id uuid NOT NULL,
  settings    jsonb NOT NULL,
  updated_at  timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account_id, waitlist_id),
  FOREIGN KEY (account_id, waitlist_id) REFERENCES waitlists
);

-- A link token holds the epoch of its kind. Raising it revokes all tokens of that kind; no row means epoch 0.
CREATE TABLE link_epochs (
  account_id  uuid NOT NULL,
  waitlist_id uuid NOT NULL,
  kind        text NOT NULL,
  epoch       integer NOT NULL CHECK (epoch BETWEEN 1 AND 65535),
  PRIMARY KEY (account_id, waitlist_id, kind),
  FOREIGN KEY (account_id, waitlist_id) REFERENCES waitlists
);

-- The random key that signs link tokens: one row, under the account of the service itself. It is sealed and not derived from
-- ENCRYPTION_KEY, so links in mails survive a rotation of that key.
CREATE TABLE link_keys (
  account_id uuid PRIMARY KEY,
  type       text NOT NULL,                                                -- what the sealed text is bound to, with the account
  sealed_key text NOT NULL
);
