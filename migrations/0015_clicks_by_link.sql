-- Which links of an announcement people clicked, where the mail provider reports that.

-- Of a click: a hash of the link as its author wrote it, without what is of one person.
ALTER TABLE email_events ADD COLUMN clicked_link bytea;

-- The links of the mail that the person clicked: 0 for its first.
ALTER TABLE announcement_members ADD COLUMN clicked smallint[] NOT NULL DEFAULT '{}';
