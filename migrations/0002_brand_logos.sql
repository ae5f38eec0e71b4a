-- Logos of waitlists, for their pages and mails. Those that were replaced stay for a while: mails show them.
CREATE TABLE brand_logos (
  account_id  uuid NOT NULL,
  waitlist_id uuid NOT NULL,
  hash        text COLLATE "C" NOT NULL,                                -- of the list and the picture; in its URL
  type        text NOT NULL,                                            -- its media type
  width       integer NOT NULL,                                         -- in pixels, as the height
  height      integer NOT NULL,
  bytes       bytea NOT NULL,
  created_at  timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account_id, waitlist_id, hash),
  FOREIGN KEY (account_id, waitlist_id) REFERENCES waitlists
);
-- A URL names the logo and no account.
CREATE UNIQUE INDEX brand_logos_hash ON brand_logos (hash);
-- Pictures are compressed already.
ALTER TABLE brand_logos ALTER COLUMN bytes SET STORAGE EXTERNAL;
