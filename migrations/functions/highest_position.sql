-- The last position that a list gives out. Its column ends at 2,147,483,647: the rest is room to count on from a position, and for the gap that
-- a restored backup may need.
CREATE OR REPLACE FUNCTION highest_position() RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN 2000000000;
