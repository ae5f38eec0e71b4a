-- Announcements: mails that are written once, to the people of a list.

CREATE TABLE announcements (
  account_id     uuid NOT NULL,
  id             uuid NOT NULL,
  waitlist_id    uuid NOT NULL,
  name           text NOT NULL,                                            -- for the account, not for the people
  state          text NOT NULL CHECK (state IN ('counting', 'draft', 'selecting', 'scheduled', 'sending', 'paused', 'sent', 'cancelled')),
  subject        text NOT NULL,
  html           text NOT NULL,                                            -- as written, or what the design made
  design         jsonb,                                                    -- of the simple editor; null: the HTML was written
  filter         jsonb NOT NULL DEFAULT '{}',
  per_hour       integer CHECK (per_hour >= 1),                            -- null: as fast as mails go
  send_at        timestamptz(3),                                           -- null: with the launch
  matched        integer NOT NULL DEFAULT 0,                               -- people who meet the filter: of a draft, then of the launch
  selected       integer NOT NULL DEFAULT 0,                               -- those of them who get it
  imported       integer NOT NULL DEFAULT 0,                               -- those of them who came by an import
  excluded       jsonb NOT NULL DEFAULT '{}',                              -- the others, by why
  sample         uuid[] NOT NULL DEFAULT '{}',                             -- the first few of them
  expected_count integer,                                                  -- as the launch said; it has no more than a hundredth of difference
  sample_size    integer,                                                  -- how many get it first, if the launch said so
  sample_left    integer,                                                  -- how many of those are left; null: none, or it was decided
  mailed         integer NOT NULL DEFAULT 0,                               -- mails that were made and not taken back
  left_out       jsonb NOT NULL DEFAULT '{}',                              -- members who got no mail, by why
  under_way      uuid[] NOT NULL DEFAULT '{}',                             -- mails that were made and had not ended when last looked at
  is_held        boolean NOT NULL DEFAULT false,                           -- it waits for an allowance
  next_at        timestamptz(3),                                           -- when the next ones may go, with per_hour
  judged_after   uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000', -- mails after it count for the stop rules
  paused_reason  text,
  refusal        text,                                                     -- why a worker did not launch it
  created_at     timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  launched_at    timestamptz(3),
  finished_at    timestamptz(3),
  PRIMARY KEY (account_id, id)
);
CREATE INDEX announcements_newest ON announcements (account_id, waitlist_id, created_at DESC, id DESC) WHERE created_at > '-infinity';
CREATE INDEX announcements_drafts ON announcements (account_id) WHERE state IN ('counting', 'draft');

-- Members whose turn is still to come, in the order of their turns, 200 to a part. They are fixed by the launch.
CREATE TABLE announcement_parts (
  account_id      uuid NOT NULL,
  announcement_id uuid NOT NULL,
  part            integer NOT NULL,
  signup_ids      uuid[] NOT NULL,
  PRIMARY KEY (account_id, announcement_id, part)
);

-- Members whose turn has come: the primary key gives each one mail. They go with their signups.
CREATE TABLE announcement_members (
  account_id      uuid NOT NULL,
  announcement_id uuid NOT NULL,
  signup_id       uuid NOT NULL,
  id              uuid NOT NULL,                                           -- of the mail; of none if the member was left out
  left_out        text,                                                    -- why there is no mail
  PRIMARY KEY (account_id, announcement_id, signup_id)
);
CREATE INDEX announcement_members_newest ON announcement_members (account_id, announcement_id, id) WHERE id > '00000000-0000-0000-0000-000000000000';
CREATE INDEX announcement_members_signup ON announcement_members (account_id, signup_id, id) WHERE id > '00000000-0000-0000-0000-000000000000';
