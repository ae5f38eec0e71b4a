-- weigh_reasons decides what reasons come to under the policy of a list (N4). `policy` is that of waitlist_settings.
--   verdict   ok, flagged, withheld
--   is_hard   whether the credit waits for a person: some reason withholds, and not only the pace
-- A loop, since a query would be made ready anew for every claim.
CREATE OR REPLACE FUNCTION weigh_reasons(policy jsonb, reasons text[], OUT verdict text, OUT is_hard boolean)
LANGUAGE plpgsql IMMUTABLE
AS $$
DECLARE
  reason text;
  action text;
BEGIN
  verdict := 'ok';
  is_hard := false;
  FOREACH reason IN ARRAY reasons LOOP
    action := policy -> 'reasons' ->> reason;
    IF action = 'withhold' THEN
      verdict := 'withheld';
      is_hard := is_hard OR reason <> 'velocity';
    ELSIF action = 'flag' AND verdict = 'ok' THEN
      verdict := 'flagged';
    END IF;
  END LOOP;
END
$$;
