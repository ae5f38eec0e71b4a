-- How often a mail was tried at its provider and put off: what fails before it gets there is no try (spec 6.1). A mail that is opened
-- anew begins again at 0.
ALTER TABLE signup_emails ADD COLUMN tries smallint NOT NULL DEFAULT 0;
