-- What an import added besides its signups, so that it can be taken back with them.
ALTER TABLE suppressions ADD COLUMN import_id uuid;
CREATE INDEX suppressions_import ON suppressions (account_id, import_id) WHERE import_id IS NOT NULL;

-- The import that a deletion of its signups takes back.
ALTER TABLE selections ADD COLUMN import_id uuid;
