-- Public links to the statistics of a waitlist.

CREATE TABLE statistics_links (
  account_id  uuid NOT NULL,
  waitlist_id uuid NOT NULL,
  id          uuid NOT NULL,
  token_hash  bytea NOT NULL UNIQUE,                                     -- of the token in its URL, which is stored nowhere
  user_id     uuid,                                                      -- who made it; the user may be gone
  created_at  timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account_id, waitlist_id, id)
);
