-- Which links of an announcement people clicked, where the mail provider reports that.

ALTER TABLE email_events ADD COLUMN clicked_link bytea;                                -- of a click: which link, without what is of one person

ALTER TABLE announcement_members ADD COLUMN clicked smallint[] NOT NULL DEFAULT '{}';       -- the links of the mail that the person clicked: 0 for its first
