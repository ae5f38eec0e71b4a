-- Archived waitlists take no new signups.

ALTER TABLE waitlist_counters ADD COLUMN archived_text text;               -- what is answered then; null: the list is not archived
