-- An integration that works again remembers since when events have not arrived, until they are replayed or dismissed.

ALTER TABLE integration_health ALTER COLUMN failing_since DROP NOT NULL;  -- null: it works again
