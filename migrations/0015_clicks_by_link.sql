-- Which links of an announcement people clicked, where the mail provider reports that.

-- Of a click: a hash of the link as its author wrote it, without what is of one person.
ALTER TABLE email_events ADD COLUMN clicked_link bytea;

-- The hashes of those links of the mail that the person clicked, in hex.
ALTER TABLE announcement_members ADD COLUMN clicked text[] NOT NULL DEFAULT '{}';
