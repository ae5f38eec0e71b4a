-- Postgres (15 and 18 tried) writes a function's unnamed row parameter as "" when it dumps a body in SQL-standard form, so that the
-- dump cannot be restored. With a name it can.
CREATE OR REPLACE FUNCTION wants_event(integration integrations, event_type text) RETURNS boolean LANGUAGE sql IMMUTABLE
  RETURN integration.enabled AND (cardinality(integration.events) = 0 OR event_type = ANY (integration.events));
