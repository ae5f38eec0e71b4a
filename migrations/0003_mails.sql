-- Mails of several kinds. signup_emails becomes mails: the tables get new names and columns, and no row is rewritten. So it takes a moment,
-- however many mails there are; only the last index reads the table, once (0.3 s with 1,000,000 mails).
--
-- Processes of the release before may run on beside new ones. For them two views have the old names and show what they know: mails and
-- templates of the kind signup. A later release drops the views.

-- One row per mail. A signup's own mail has the id of its signup, which jobs and tags at providers hold. Only that kind stamps
-- signups.email_status; the others keep what became of them here.
ALTER TABLE signup_emails RENAME TO mails;
ALTER TABLE mails RENAME COLUMN signup_id TO id;
ALTER TABLE mails RENAME CONSTRAINT signup_emails_pkey TO mails_pkey;
ALTER TABLE mails RENAME CONSTRAINT signup_emails_state_check TO mails_state_check;
ALTER INDEX signup_emails_message RENAME TO mails_message;
ALTER INDEX signup_emails_held RENAME TO mails_held;
ALTER INDEX signup_emails_unsent RENAME TO mails_unsent;
ALTER INDEX signup_emails_exhausted RENAME TO mails_exhausted;
ALTER INDEX signup_emails_throttled RENAME TO mails_throttled;

ALTER TABLE mails
  ADD COLUMN kind         text NOT NULL DEFAULT 'signup',
  ADD COLUMN signup_id    uuid,                                            -- whom a mail of another kind goes to; null for the kind signup, whose id it is
  ADD COLUMN status       smallint NOT NULL DEFAULT 0,                     -- rank; 0 for the kind signup, whose status its signup has
  ADD COLUMN delivered_at timestamptz(3),
  ADD COLUMN opened_at    timestamptz(3),
  ADD COLUMN clicked_at   timestamptz(3),
  -- Not validated, which would read the table: the rows that are there have the defaults.
  ADD CONSTRAINT mails_kind_check CHECK (kind IN ('signup', 'confirm', 'invite', 'reward', 'status', 'notice')) NOT VALID,
  -- A notice goes to a user of the account.
  ADD CONSTRAINT mails_signup_check CHECK ((signup_id IS NULL) = (kind IN ('signup', 'notice'))) NOT VALID;
-- The other mails of a signup. The mail that each signup gets is not in it, so it costs a signup nothing.
CREATE INDEX mails_of_signup ON mails (account_id, signup_id) WHERE signup_id IS NOT NULL;

-- ctid is a column like the others in a view: the statements of those processes change rows by it. The condition means the kind signup. It
-- is written so that the planner, which knows nothing of the new column yet, expects all rows to meet it, and plans as it did before.
CREATE VIEW signup_emails AS
SELECT m.ctid, m.account_id, m.id AS signup_id, m.state, m.route, m.provider, m.provider_version, m.provider_message_id, m.message_id,
       m.reserved_month, m.rendered, m.rendered_at, m.send_attempts, m.resend_count, m.throttled_by, m.not_before, m.has_permit,
       m.first_throttled_at, m.error, m.retries_exhausted, m.ambiguous, m.sent_at
FROM mails m WHERE m.kind NOT IN ('confirm', 'invite', 'reward', 'status', 'notice');

-- A waitlist's own templates; without a row the default one of the kind is used.
ALTER TABLE email_templates RENAME TO mail_templates;
ALTER TABLE mail_templates
  ADD COLUMN kind text NOT NULL DEFAULT 'signup' CHECK (kind IN ('signup', 'confirm', 'invite', 'reward', 'status', 'notice')),
  DROP CONSTRAINT email_templates_pkey,
  ADD PRIMARY KEY (account_id, waitlist_id, kind);
-- Those processes save a template by this key. The migration that comes with a second kind drops it.
CREATE UNIQUE INDEX mail_templates_list ON mail_templates (waitlist_id, account_id);

CREATE VIEW email_templates AS
SELECT t.account_id, t.waitlist_id, t.subject, t.html FROM mail_templates t WHERE t.kind = 'signup';
