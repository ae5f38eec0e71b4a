-- Signups that a user of the dashboard chose, and what becomes of them in the background (N8). The positions are noted when the user
-- confirms, so exactly the signups that were counted are acted on, whatever is added or changed later.
CREATE TABLE selections (
  account_id  uuid NOT NULL,
  id          uuid NOT NULL,
  waitlist_id uuid NOT NULL,
  action      text NOT NULL CHECK (action IN ('delete', 'resend')),
  total       integer NOT NULL CHECK (total >= 0),                          -- how many were chosen
  done        integer NOT NULL DEFAULT 0 CHECK (done >= 0),                 -- of how many it is done
  left_out    integer NOT NULL DEFAULT 0 CHECK (left_out >= 0),             -- there was nothing to do for these
  created_by  text NOT NULL,                                                -- the address of the user
  created_at  timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  stopped_at  timestamptz(3),                                               -- a user asked to leave the rest as it is
  finished_at timestamptz(3),
  PRIMARY KEY (account_id, id)
);
CREATE INDEX selections_newest ON selections (account_id, waitlist_id, created_at DESC) WHERE created_at > '-infinity';

-- The positions of a selection in parts. A part is deleted in the transaction that deals with it.
CREATE TABLE selection_parts (
  account_id   uuid NOT NULL,
  selection_id uuid NOT NULL,
  part         integer NOT NULL,
  positions    integer[] NOT NULL,
  PRIMARY KEY (account_id, selection_id, part)
);

-- The checklist of a new account is hidden from then on; accounts that have signups already need none.
ALTER TABLE accounts ADD COLUMN checklist_dismissed_at timestamptz(3);
UPDATE accounts SET checklist_dismissed_at = clock_timestamp()
WHERE EXISTS (SELECT FROM waitlist_counters c WHERE c.account_id = accounts.id AND c.live_count > 0);
