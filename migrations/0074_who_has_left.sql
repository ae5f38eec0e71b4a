-- A file tells who has left: nobody of them is mailed.

ALTER TABLE import_rows ADD COLUMN left_as text[];       -- why the address gets no mails; null: it gets them
CREATE INDEX import_rows_left ON import_rows (account_id, import_id, line) WHERE left_as IS NOT NULL;

ALTER TABLE imports
  ADD COLUMN findings json NOT NULL DEFAULT '{}',        -- what validation found of the file as a whole
  ADD COLUMN decided  json NOT NULL DEFAULT '[]',        -- indexes of columns of which the owner has said what they become
  DROP CONSTRAINT imports_phase_check,
  ADD CONSTRAINT imports_phase_check CHECK (phase IN ('rows', 'quota', 'leaving', 'referrals'));
