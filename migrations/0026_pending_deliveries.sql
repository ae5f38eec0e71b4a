-- Which integration a pending delivery is for, so that they can be counted: an integration has a limit of them. Other jobs have no subject
-- but the one that their id names, and no entry in this index.
ALTER TABLE outbox ADD COLUMN subject_id uuid;
CREATE INDEX outbox_pending_by_subject ON outbox (subject_id, due_at) WHERE subject_id IS NOT NULL;
