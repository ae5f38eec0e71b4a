-- Who is signed in to the dashboard (contract 11). The token itself is with the browser only.
CREATE TABLE sessions (
  token_hash   bytea PRIMARY KEY,                                          -- SHA-256
  user_id      uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at   timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  last_seen_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()           -- written at most once an hour
);
CREATE INDEX sessions_user ON sessions (user_id);

-- A session ends two weeks after its last use, and after 90 days in any case.
CREATE FUNCTION is_session_live(created_at timestamptz, last_seen_at timestamptz) RETURNS boolean LANGUAGE sql STABLE
  RETURN last_seen_at > clock_timestamp() - interval '14 days' AND created_at > clock_timestamp() - interval '90 days';
