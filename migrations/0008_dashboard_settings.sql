-- The time zone in which the dashboard counts days and shows times, by its IANA name. Answers of the API stay in UTC.
ALTER TABLE accounts ADD COLUMN time_zone text NOT NULL DEFAULT 'UTC';

-- What the simple editor made the template's HTML of, with the MD5 of that HTML: it holds only for the HTML that it made, because a
-- command or an older release may write another one. Null for a template that was written as HTML.
ALTER TABLE mail_templates ADD COLUMN design jsonb;
