-- Waves of invitations, and who became a user.

-- A wave: which people are chosen, and what became of them. Members are noted when it is drafted, so what was shown is what is sent.
CREATE TABLE waves (
  account_id      uuid NOT NULL,
  id              uuid NOT NULL,
  waitlist_id     uuid NOT NULL,
  name            text,
  state           text NOT NULL DEFAULT 'selecting' CHECK (state IN ('selecting', 'draft', 'sending', 'sent', 'cancelled')),
  size            integer NOT NULL CHECK (size >= 1),                       -- how many were asked for
  member_order    text NOT NULL CHECK (member_order IN ('display_position', 'position', 'referrals')),
  filter          jsonb NOT NULL,
  expires_in_days smallint NOT NULL,
  per_hour        integer CHECK (per_hour >= 1),                            -- null: all at once
  deliver         text NOT NULL CHECK (deliver IN ('email', 'link')),
  matched         integer NOT NULL DEFAULT 0,                               -- how many meet the filter
  selected        integer NOT NULL DEFAULT 0,
  excluded        jsonb NOT NULL DEFAULT '{}',                              -- how many by the first reason against them
  sample          uuid[] NOT NULL DEFAULT '{}',                             -- the first members
  invited         integer NOT NULL DEFAULT 0,                               -- invitations that were made
  left_out        jsonb NOT NULL DEFAULT '{}',                              -- members that were not invited, by the reason
  next_at         timestamptz,                                              -- when the next members may be invited
  created_at      timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  drafted_at      timestamptz(3),                                           -- when the members were noted
  launched_at     timestamptz(3),
  finished_at     timestamptz(3),                                           -- when the last member was invited
  cancelled_at    timestamptz(3),
  links_since     timestamptz(3),                                           -- a download of the links began
  links_taken_at  timestamptz(3),                                           -- and ended: there is no other one
  PRIMARY KEY (account_id, id)
);
CREATE INDEX waves_newest ON waves (account_id, waitlist_id, created_at DESC, id DESC) WHERE created_at > '-infinity';
-- Only drafts that may still be launched, and those that are being selected, are in it.
CREATE INDEX waves_drafts ON waves (account_id, created_at) WHERE state IN ('selecting', 'draft');

-- The members of a wave that are not dealt with yet, in their order. A part is removed in the transaction that deals with it.
CREATE TABLE wave_parts (
  account_id uuid    NOT NULL,
  wave_id    uuid    NOT NULL,
  part       integer NOT NULL,
  signup_ids uuid[]  NOT NULL,
  PRIMARY KEY (account_id, wave_id, part)
);

CREATE TABLE invitations (
  account_id     uuid NOT NULL,
  id             uuid NOT NULL,
  waitlist_id    uuid NOT NULL,
  signup_id      uuid NOT NULL,                                             -- it may be gone: the invitation is revoked then, or converted
  wave_id        uuid,                                                      -- null: one person was invited
  state          text NOT NULL DEFAULT 'invited' CHECK (state IN ('invited', 'converted', 'expired', 'declined', 'revoked')),
  deliver        text NOT NULL CHECK (deliver IN ('email', 'link')),
  generation     smallint NOT NULL DEFAULT 0,                               -- of the token: another one for each time that it is sent again
  token_hash     bytea NOT NULL,
  mail_id        uuid,                                                      -- its newest mail
  valid_days     smallint NOT NULL,
  expires_at     timestamptz(3) NOT NULL,
  last_mailed_at timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  created_at     timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  sent_at        timestamptz(3),                                            -- when the first mail left, or the link was made
  ended_at       timestamptz(3),                                            -- when its state became another one than invited
  PRIMARY KEY (account_id, id)
) WITH (fillfactor = 80);
-- Nobody has two invitations that are open.
CREATE UNIQUE INDEX invitations_open ON invitations (account_id, signup_id) WHERE state IN ('invited', 'converted');
CREATE UNIQUE INDEX invitations_token ON invitations (account_id, token_hash) WHERE generation >= 0;
CREATE INDEX invitations_signup ON invitations (account_id, signup_id, id) WHERE valid_days > 0;
CREATE INDEX invitations_list ON invitations (account_id, waitlist_id, id);
CREATE INDEX invitations_wave ON invitations (account_id, wave_id, id) WHERE wave_id IS NOT NULL;
CREATE INDEX invitations_expiring ON invitations (expires_at) WHERE state = 'invited';

-- Who became a user, with an invitation or without.
CREATE TABLE conversions (
  account_id    uuid NOT NULL,
  signup_id     uuid NOT NULL,
  waitlist_id   uuid NOT NULL,
  invitation_id uuid,
  external_id   text,                                                       -- of the person in the account's own product
  converted_at  timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (account_id, signup_id)
);
CREATE INDEX conversions_list ON conversions (account_id, waitlist_id);
