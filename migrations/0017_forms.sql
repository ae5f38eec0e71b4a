-- Forms: pages without a server add signups to a list that has one.

CREATE TABLE forms (
  account_id     uuid NOT NULL,
  waitlist_id    uuid NOT NULL,
  id             text NOT NULL COLLATE "C",                                -- in the page of the account, so it is no secret
  type           text NOT NULL DEFAULT 'turnstile',                        -- who checks that visitors are people
  sealed_captcha text,                                                     -- the secret for that; null: nobody checks
  created_at     timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account_id, waitlist_id),
  FOREIGN KEY (account_id, waitlist_id) REFERENCES waitlists (account_id, id)
);
-- A post names the form and no account.
CREATE UNIQUE INDEX forms_id ON forms (id);

-- When a person who used the form again was last mailed the link to the own place.
ALTER TABLE signups ADD COLUMN status_mailed_at timestamptz(3);
