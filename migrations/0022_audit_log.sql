-- Who changed what in an account. Rows are written with the change, in its transaction, and kept for 400 days.
CREATE TABLE audit_entries (
  account_id  uuid           NOT NULL,
  id          uuid           NOT NULL,                              -- UUIDv7: the order of the log
  created_at  timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  actor_type  text           NOT NULL CHECK (actor_type IN ('user', 'api_key', 'command_line', 'visitor')),
  actor_id    uuid,                                                 -- of the user or the key, which may be gone
  actor_name  text,                                                 -- the address of the user, or the name of the key, as it was then
  action      text           NOT NULL,
  object_type text           NOT NULL,
  object_id   text,
  details     json           NOT NULL DEFAULT '{}',                 -- what is needed to understand it; never a secret
  PRIMARY KEY (account_id, id)
);
-- Maintenance looks over all accounts.
CREATE INDEX audit_entries_age ON audit_entries (created_at);
