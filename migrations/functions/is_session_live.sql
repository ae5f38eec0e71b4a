-- A session ends two weeks after its last use, and after 90 days in any case.
CREATE OR REPLACE FUNCTION is_session_live(created_at timestamptz, last_seen_at timestamptz) RETURNS boolean LANGUAGE sql STABLE
  RETURN last_seen_at > clock_timestamp() - interval '14 days' AND created_at > clock_timestamp() - interval '90 days';
