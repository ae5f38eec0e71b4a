-- Notes of the team on signups, and what was done with one signup in the audit log.

ALTER TABLE signups ADD COLUMN note text;                                  -- of the team; null: none
ALTER TABLE signups ADD COLUMN note_by text;                               -- who wrote it: the name of a user or of a key, as it was then
ALTER TABLE signups ADD COLUMN noted_at timestamptz(3);

CREATE INDEX audit_entries_signup ON audit_entries (account_id, object_id, id) WHERE object_type = 'signup';
