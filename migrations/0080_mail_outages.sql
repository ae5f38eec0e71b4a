-- A mail server that does not answer at all, or only with errors of its own: since when, and what it last said. Until it answers again one
-- mail at a time goes to it, and the others wait.
ALTER TABLE email_throttles
  ADD COLUMN down_since timestamptz(3),
  ADD COLUMN down_error text;
