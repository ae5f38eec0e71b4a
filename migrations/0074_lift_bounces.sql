-- Stored events tell no class of bounces from before. But a mail that was delivered, opened or clicked after it had
-- bounced did not bounce for good. Such bounces are applied again, which lifts what they suppressed: an hour later, so
-- that no worker of the release before takes them.
WITH told AS (
  UPDATE email_events b SET bounce_class = 'transient'
  WHERE b.status_rank = 9 AND b.bounce_class IS NULL AND NOT b.unmatched AND EXISTS (
    SELECT FROM email_events later
    WHERE later.account_id = b.account_id AND later.signup_id = b.signup_id AND later.status_rank IN (6, 7, 8) AND later.occurred_at > b.occurred_at)
  RETURNING account_id, id)
INSERT INTO outbox (account_id, job, id, payload, due_at)
SELECT account_id, 'apply-email-event', id, '{"lifts": true}', clock_timestamp() + interval '1 hour' FROM told
ON CONFLICT DO NOTHING;
