-- Since when events may not have arrived, so that a replay begins there; and what finds signing secrets that sign no more.

-- The last success before the failures, or the first event that failed if that is older.
ALTER TABLE integration_health ADD COLUMN missed_since timestamptz(3);
-- Kept when the integration is resumed, until a replay begins there.
ALTER TABLE integrations ADD COLUMN missed_since timestamptz(3);

CREATE INDEX integrations_previous_secrets ON integrations (previous_until) WHERE previous_until IS NOT NULL;
