-- What the users of an account were told. A row goes once its cause is gone, a day later at the earliest; so nobody is told twice.
CREATE TABLE notices (
  account_id uuid           NOT NULL,
  kind       text           NOT NULL,
  -- What of the account it is about, such as a waitlist; empty for the account itself.
  subject    text           NOT NULL,
  -- How far it has gone: 80 or 100 percent of a limit, otherwise 0. A higher one is told anew.
  level      smallint       NOT NULL,
  raised_at  timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account_id, kind, subject)
);
-- The integration that notices are posted to, by its type. Null: none.
ALTER TABLE accounts ADD COLUMN notice_chat text;
-- Kinds of notices that the user does not want by mail, and the Monday after the last week that a digest told of.
ALTER TABLE users
  ADD COLUMN muted_notices text[]  NOT NULL DEFAULT '{}',
  ADD COLUMN weekly_digest boolean NOT NULL DEFAULT false,
  ADD COLUMN digest_up_to  date;
CREATE INDEX users_digest ON users (id) WHERE weekly_digest;
