-- Files as people have them: other encodings, dates in another order, rows with a broken quote.

ALTER TABLE import_rows ADD COLUMN flaw text;            -- why the row cannot be read, found by the upload

ALTER TABLE imports
  ADD COLUMN file       json NOT NULL DEFAULT '{}',      -- how the upload read the file
  ADD COLUMN date_order text CHECK (date_order IN ('mdy', 'dmy'));  -- of dates such as 1/2/2026; null: not known
