-- What becomes of a row of an import has a table of its own, so that rows are written once: `import_rows` by
-- the upload, and `import_outcomes` by the validation, which also keeps the signup that a row becomes.

CREATE TABLE import_outcomes (
  account_id  uuid NOT NULL,
  import_id   uuid NOT NULL,
  line        integer NOT NULL,                                            -- of `import_rows`
  outcome     text NOT NULL CHECK (outcome IN ('create', 'existing', 'duplicate', 'rejected', 'over_quota')),
  error       text,
  email_key   text COLLATE "C",
  sort_key    bigint,                                                      -- rows become signups in this order
  code        text COLLATE "C",                                            -- by these other rows of the file name it as their referrer
  foreign_id  text COLLATE "C",
  referred_by text COLLATE "C",                                            -- how the row names its own
  left_as     text[],                                                      -- why the address gets no mails: the person has left; null: it gets them
  signup_id   uuid,                                                        -- the signup that it becomes, or that was there
  signup      json,                                                        -- what import_signups stores; null: the cells have to be read again
  bytes       integer NOT NULL,                                            -- of the cells: rows are stored by bytes, since a cell may be long
  PRIMARY KEY (account_id, import_id, line)
);
CREATE INDEX import_outcomes_order ON import_outcomes (account_id, import_id, sort_key, line) WHERE sort_key IS NOT NULL;
CREATE INDEX import_outcomes_email ON import_outcomes (account_id, import_id, email_key) WHERE email_key IS NOT NULL;
CREATE INDEX import_outcomes_code ON import_outcomes (account_id, import_id, code) WHERE code IS NOT NULL;
CREATE INDEX import_outcomes_foreign_id ON import_outcomes (account_id, import_id, foreign_id) WHERE foreign_id IS NOT NULL;
CREATE INDEX import_outcomes_refused ON import_outcomes (account_id, import_id, outcome, line) WHERE outcome <> 'create';
CREATE INDEX import_outcomes_left ON import_outcomes (account_id, import_id, line) WHERE left_as IS NOT NULL;
CREATE INDEX import_outcomes_referred ON import_outcomes (account_id, import_id, line) WHERE referred_by IS NOT NULL;

INSERT INTO import_outcomes (account_id, import_id, line, outcome, error, email_key, sort_key, code, foreign_id, referred_by, left_as, signup_id, bytes)
SELECT r.account_id, r.import_id, r.line, r.outcome, r.error, r.email_key, r.sort_key, r.code, r.foreign_id,
       left(nullif(btrim(r.raw ->> named.index), ''), 400), r.left_as, r.signup_id, r.bytes
FROM import_rows r
JOIN imports i ON i.account_id = r.account_id AND i.id = r.import_id
LEFT JOIN LATERAL (
  SELECT c.place::integer - 1 AS index FROM json_array_elements_text(i.columns) WITH ORDINALITY AS c(name, place)
  WHERE i.mapping ->> c.name = 'referred_by' LIMIT 1) named ON true
WHERE r.outcome IS NOT NULL;

ALTER TABLE import_rows
  DROP COLUMN outcome, DROP COLUMN error, DROP COLUMN email_key, DROP COLUMN sort_key, DROP COLUMN code, DROP COLUMN foreign_id,
  DROP COLUMN signup_id, DROP COLUMN left_as;

-- Whoever has read rows ahead of a part may use them while this is the same: how they are read, or their cells, have not changed.
ALTER TABLE imports ADD COLUMN reading integer NOT NULL DEFAULT 0;

-- It reads what it stores from `import_outcomes` now.
DROP FUNCTION IF EXISTS import_signups(json, json);
