-- The language of a person on a list, and mails by language.

ALTER TABLE signups ADD COLUMN locale text;                                -- a canonical language tag (BCP 47); null: not known
ALTER TYPE signup_request ADD ATTRIBUTE locale text;

-- A version for one language, by its tag; '' is for all others.
ALTER TABLE mail_templates ADD COLUMN locale text NOT NULL DEFAULT '';
ALTER TABLE mail_templates DROP CONSTRAINT mail_templates_pkey, ADD PRIMARY KEY (account_id, waitlist_id, kind, locale);
