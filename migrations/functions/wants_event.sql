-- Whether an enabled integration asks for an event. Everything that fires one asks here. The row parameter has a name because Postgres
-- (15 and 18 tried) writes an unnamed one as "" into a dump, which then cannot be restored.
CREATE OR REPLACE FUNCTION wants_event(integration integrations, event_type text) RETURNS boolean LANGUAGE sql IMMUTABLE
  RETURN integration.enabled AND (cardinality(integration.events) = 0 OR event_type = ANY (integration.events));
