-- add_signups reads its JSON once into an array of these: reading JSON is a seventh of what a batch costs.
CREATE TYPE signup_request AS (
  ord             integer,
  account_id      uuid,
  waitlist_id     uuid,
  signup_cap      integer,
  mailed          boolean,
  notified        boolean,
  id              uuid,
  code            text,
  email           text,
  email_key       text COLLATE "C",
  utm_source      text,
  referrer        text,
  referrer_domain text,
  metadata        json,
  fields          json,
  referrer_code   text,
  referrer_alias  text,
  signals         jsonb
);
