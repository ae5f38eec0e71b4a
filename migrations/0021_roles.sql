-- What a user of the dashboard may do. Whoever was there before may do everything, as before; so may a user whom a process of an older
-- release adds.
ALTER TABLE users ADD COLUMN role text NOT NULL DEFAULT 'owner' CHECK (role IN ('owner', 'editor', 'viewer'));
