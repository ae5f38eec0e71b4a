-- Signups and the numbers kept beside them, so that statistics cost the same for any length of list (spec 2.3, 2.7).

-- No foreign keys: the counter row that every writer holds proves the waitlist, and a key check per
-- row would be the larger half of an insert.
CREATE TABLE signups (
  id                 uuid PRIMARY KEY,
  waitlist_id        uuid NOT NULL,
  position           integer NOT NULL,
  email              text NOT NULL,                                        -- as first submitted
  email_key          text NOT NULL,                                        -- as it is compared: lower case, ASCII domain
  referral_code      text NOT NULL,
  referral_count     integer NOT NULL DEFAULT 0 CHECK (referral_count >= 0),
  referred_by        uuid,
  utm_source         text,
  referrer           text,
  referrer_domain    text,
  metadata           json NOT NULL,                                        -- json, not jsonb: given back as it came
  fields             json NOT NULL,
  email_status       smallint NOT NULL DEFAULT 0,                          -- rank; shared/email/status.ts names them
  email_delivered_at timestamptz(3),
  email_opened_at    timestamptz(3),
  email_clicked_at   timestamptz(3),
  created_at         timestamptz(3) NOT NULL,
  CONSTRAINT signups_email UNIQUE (waitlist_id, email_key),
  CONSTRAINT signups_position UNIQUE (waitlist_id, position),
  CONSTRAINT signups_referral_code UNIQUE (referral_code)
) WITH (fillfactor = 85);                                                  -- room for HOT updates of the email columns
CREATE INDEX signups_referred_by ON signups (referred_by) WHERE referred_by IS NOT NULL;

-- Live signups by day (UTC) and source.
CREATE TABLE signup_daily (
  waitlist_id uuid NOT NULL,
  day         date NOT NULL,
  source      text NOT NULL,                                               -- utm_source, or 'direct'
  signups     integer NOT NULL CHECK (signups >= 0),
  PRIMARY KEY (waitlist_id, day, source)
) WITH (fillfactor = 50);

-- Live signups by the domain of their referrer, all time.
CREATE TABLE signup_domains (
  waitlist_id uuid NOT NULL,
  domain      text NOT NULL,
  signups     integer NOT NULL CHECK (signups >= 0),
  PRIMARY KEY (waitlist_id, domain)
) WITH (fillfactor = 50);

-- Live signups by what became of their email, all time (spec 2.7 email_engagement).
CREATE TABLE signup_email_counts (
  waitlist_id uuid PRIMARY KEY,
  sent        integer NOT NULL DEFAULT 0 CHECK (sent >= 0),
  delivered   integer NOT NULL DEFAULT 0 CHECK (delivered >= 0),
  opened      integer NOT NULL DEFAULT 0 CHECK (opened >= 0),
  clicked     integer NOT NULL DEFAULT 0 CHECK (clicked >= 0)
) WITH (fillfactor = 10);
