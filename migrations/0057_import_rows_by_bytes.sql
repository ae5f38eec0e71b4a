-- Rows of imports are read so many bytes at a time: a cell may be as long as a page of other rows.

ALTER TABLE import_rows ADD COLUMN bytes integer;        -- of `raw`; null in rows of an older release
ALTER TABLE imports ADD COLUMN failure_reason text;      -- why it failed, for people
