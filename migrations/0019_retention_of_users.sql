-- What the worker reads of a list's settings. Null: signups of people who became users are kept.
ALTER TABLE waitlist_counters ADD COLUMN converted_days smallint;
DROP INDEX waitlist_counters_retention;
-- Only waitlists that do not keep every signup are in it.
CREATE INDEX waitlist_counters_retention ON waitlist_counters (account_id, waitlist_id)
  WHERE unconfirmed_days IS NOT NULL OR delete_before IS NOT NULL OR converted_days IS NOT NULL;
-- The oldest conversions of a list come first.
DROP INDEX conversions_list;
CREATE INDEX conversions_list ON conversions (account_id, waitlist_id, converted_at);
