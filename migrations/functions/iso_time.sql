-- An instant as every answer and event writes it (spec 2).
CREATE OR REPLACE FUNCTION iso_time(timestamptz) RETURNS text LANGUAGE sql STABLE
  RETURN to_char($1 AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
