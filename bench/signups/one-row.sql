-- The fastest way to store one signup per commit in this schema. It writes the same rows as the service and locks the counter row as
-- late as possible.
CREATE OR REPLACE FUNCTION bench_signup(list uuid, account uuid, number bigint) RETURNS integer
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  signup uuid := uuidv7();
  address text COLLATE "C" := 'p' || number || '@example.com';
  next_position integer;
BEGIN
  PERFORM 1 FROM signups s WHERE s.account_id = account AND s.waitlist_id = list AND s.email_key = address AND s.email_key >= '';
  IF FOUND THEN RETURN NULL; END IF;
  INSERT INTO mails (id, account_id) VALUES (signup, account);
  INSERT INTO outbox (job, id, account_id) VALUES ('send-signup-email', signup, account);
  UPDATE waitlist_counters SET last_position = last_position + 1, live_count = live_count + 1
    WHERE account_id = account AND waitlist_id = list RETURNING last_position INTO next_position;
  INSERT INTO signups (account_id, id, waitlist_id, position, email, email_key, referral_code, utm_source, metadata, fields, created_at)
    VALUES (account, signup, list, next_position, address, address, number::text, 'bench', '{}', '{}', date_trunc('milliseconds', clock_timestamp()));
  INSERT INTO signup_daily AS d (account_id, waitlist_id, day, source, signups)
    VALUES (account, list, (clock_timestamp() AT TIME ZONE 'UTC')::date, 'bench', 1)
    ON CONFLICT (account_id, waitlist_id, day, source) DO UPDATE SET signups = d.signups + 1;
  RETURN next_position;
END $$;
