-- The month by which allowances are counted, as its first day. Everything that asks for the month asks here.
CREATE OR REPLACE FUNCTION current_month() RETURNS date LANGUAGE sql VOLATILE
  RETURN date_trunc('month', clock_timestamp() AT TIME ZONE 'UTC')::date;
