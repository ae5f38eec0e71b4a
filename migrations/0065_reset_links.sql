-- A link to a new password does not take the place of one before: anybody can ask for one. An invitation still does.
CREATE UNIQUE INDEX user_links_invite ON user_links (account_id, email_key) WHERE kind = 'invite';
DROP INDEX user_links_subject;
CREATE INDEX user_links_subject ON user_links (account_id, kind, email_key);
