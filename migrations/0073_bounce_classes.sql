-- What a bounce says of the address: nothing will arrive there, or a later mail may. Null of a bounce from before: it
-- counts as permanent.
ALTER TABLE mails ADD COLUMN bounce_class text, ADD COLUMN bounce_reason text;
ALTER TABLE email_events ADD COLUMN bounce_class text, ADD COLUMN bounce_reason text;

-- Of a transient bounce, the HMAC of the address, as suppressions have it: the third one within 30 days counts as
-- permanent.
ALTER TABLE email_events ADD COLUMN email_mac bytea;
CREATE INDEX email_events_bounces ON email_events (email_mac) WHERE email_mac IS NOT NULL;
