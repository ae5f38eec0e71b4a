-- weigh_reasons decides what reasons come to under the policy of a list (N4). `policy` is that of waitlist_settings.
--   verdict   ok, flagged, withheld
--   is_hard   whether the credit waits for a person: some reason withholds, and not only the pace
CREATE OR REPLACE FUNCTION weigh_reasons(policy jsonb, reasons text[], OUT verdict text, OUT is_hard boolean)
LANGUAGE sql IMMUTABLE
AS $$
  SELECT CASE WHEN bool_or(action = 'withhold') THEN 'withheld' WHEN bool_or(action = 'flag') THEN 'flagged' ELSE 'ok' END,
         coalesce(bool_or(action = 'withhold' AND reason <> 'velocity'), false)
  FROM (SELECT reason, policy -> 'reasons' ->> reason AS action FROM unnest(reasons) AS reason) weighed
$$;
