-- Mails that were not sent: counted and listed for their account, and sent again once it has mended its settings.
CREATE INDEX signup_emails_not_sent ON signup_emails (account_id, state, signup_id)
  WHERE state IN ('failed', 'suppressed', 'config_error');

-- How often a refused mail was opened anew: a provider that knows repeated requests must take it for another one.
ALTER TABLE signup_emails ADD COLUMN reopened integer NOT NULL DEFAULT 0;
