-- Less work for each signup.

-- Postgres makes every CHECK and every partial index of a table ready for each statement that writes to it, so these cost each signup some
-- 10 µs of CPU, also on waitlists that use none of it. The checks repeated what only this service's own code writes. The index found signups
-- that have not confirmed; those of a referrer are few where anybody asks, and signups_referred_by has them.
ALTER TABLE signups DROP CONSTRAINT signups_uncredited_check;
ALTER TABLE mails DROP CONSTRAINT mails_kind_check, DROP CONSTRAINT mails_signup_check;
ALTER TABLE waitlist_counters DROP CONSTRAINT waitlist_counters_abuse_mode_check;
DROP INDEX signups_uncredited;

-- What judge_referral needs to know of a signup with a code, and the tables say: add_signups reads it for a whole batch at once. A query for each
-- claim cost more than all the rest of it.
DROP FUNCTION IF EXISTS judge_referral(signups, signups, json, timestamptz, boolean, boolean, boolean);
CREATE TYPE claim_facts AS (
  referrer_email_key text,
  referrer_fold_key  text,
  policy             jsonb,                                                -- of waitlist_settings
  counts             referral_claim_counts,                                -- of the referrer; null without claims
  of_domain          integer,                                              -- claims of the code in a day whose address has the same domain, up to 5
  of_network         integer,                                              -- or whose visitor the same network
  folds              boolean,                                              -- an address on the list folds to the same
  takes_mail         boolean,                                              -- of mail_domains
  checked_at         timestamptz
);
