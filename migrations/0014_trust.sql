-- Referrals that are judged before they credit anybody, on lists that ask for it.

-- What the signup path reads of a list's settings. Null: no referral is judged.
ALTER TABLE waitlist_counters ADD COLUMN abuse_mode text CHECK (abuse_mode IN ('monitor', 'enforce'));

-- The settings `abuse` with their defaults, in the form that the functions read; null where no referral is judged.
ALTER TABLE waitlist_settings ADD COLUMN abuse_policy jsonb;

-- The address without its tag, where that differs and referrals are judged.
ALTER TABLE signups ADD COLUMN fold_key text COLLATE "C";
CREATE INDEX signups_fold ON signups (account_id, waitlist_id, fold_key) WHERE fold_key IS NOT NULL;

-- A signup that passed somebody's code, and what the service thinks of it. Changed under the lock of the waitlist's counter.
CREATE TABLE referral_claims (
  account_id   uuid           NOT NULL,
  signup_id    uuid           NOT NULL,
  waitlist_id  uuid           NOT NULL,
  referrer_id  uuid           NOT NULL,
  email_domain text           NOT NULL,
  net_mac      bytea,                                                      -- of the visitor's network; removed after 30 days
  verdict      text           NOT NULL CHECK (verdict IN ('ok', 'flagged', 'withheld', 'held')),
  state        text           NOT NULL CHECK (state IN ('open', 'approved', 'rejected')),
  reasons      text[]         NOT NULL DEFAULT '{}',
  is_hard      boolean        NOT NULL,                                    -- it has a reason of its own that only a person settles
  credited     boolean        NOT NULL,                                    -- the referrer has the credit
  bounced      boolean        NOT NULL DEFAULT false,
  email_held   boolean        NOT NULL DEFAULT false,                      -- its mail waits for the decision
  settles_at   timestamptz(3),                                             -- when the service looks whether it may settle by itself
  asks_domain  boolean        NOT NULL,                                    -- whether its domain takes mail is still to be looked up
  reviewed_at  timestamptz(3),
  reviewer     text,                                                       -- the id of a user, 'api_key', or 'service' where it settled by itself
  created_at   timestamptz(3) NOT NULL,
  PRIMARY KEY (account_id, signup_id)
);
CREATE INDEX referral_claims_domain ON referral_claims (account_id, referrer_id, email_domain, created_at);
CREATE INDEX referral_claims_network ON referral_claims (account_id, referrer_id, net_mac, created_at) WHERE net_mac IS NOT NULL;
CREATE INDEX referral_claims_review ON referral_claims (account_id, waitlist_id, signup_id) WHERE verdict <> 'ok' OR state <> 'open';
CREATE INDEX referral_claims_list ON referral_claims (account_id, waitlist_id);
CREATE INDEX referral_claims_settling ON referral_claims (account_id, settles_at) WHERE settles_at IS NOT NULL;
CREATE INDEX referral_claims_asking ON referral_claims (account_id, created_at) WHERE asks_domain;
CREATE INDEX referral_claims_networks_to_forget ON referral_claims (created_at) WHERE net_mac IS NOT NULL;

-- What all claims on one code come to, and how fast it may go on. Changed with the claims.
CREATE TABLE referral_claim_counts (
  account_id  uuid    NOT NULL,
  referrer_id uuid    NOT NULL,
  waitlist_id uuid    NOT NULL,
  claims      integer NOT NULL DEFAULT 0 CHECK (claims >= 0),
  credited    integer NOT NULL DEFAULT 0 CHECK (credited >= 0),
  withheld    integer NOT NULL DEFAULT 0 CHECK (withheld >= 0),            -- with such a verdict, unless somebody approved them
  bounced     integer NOT NULL DEFAULT 0 CHECK (bounced >= 0),
  hard        integer NOT NULL DEFAULT 0 CHECK (hard >= 0),
  open        integer NOT NULL DEFAULT 0 CHECK (open >= 0),                -- that are to be reviewed
  paced_until timestamptz,                                                 -- when all credits so far fit the pace that the settings allow
  PRIMARY KEY (account_id, referrer_id)
) WITH (fillfactor = 50);
CREATE INDEX referral_claim_counts_list ON referral_claim_counts (account_id, waitlist_id, open DESC, referrer_id);

-- Whether domains take mail, as the DNS said: of no account, and only names.
CREATE TABLE mail_domains (
  domain     text PRIMARY KEY,
  takes_mail boolean,                                                      -- null: the DNS did not answer
  checked_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()
);
