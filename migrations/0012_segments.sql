-- Segments: filters of the people of a waitlist, with a name.

CREATE TABLE segments (
  account_id  uuid NOT NULL,
  waitlist_id uuid NOT NULL,
  id          uuid NOT NULL,
  name        text NOT NULL,
  filter      jsonb NOT NULL,                                            -- as the body of a request has it
  created_at  timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  updated_at  timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account_id, waitlist_id, id)
);
