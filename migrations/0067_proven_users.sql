-- An address may be that of a user in several accounts, of one in each. The account of a user is said by whoever adds them; that the
-- address is theirs is known only once they have proven it: by a link that was mailed to it, at an OpenID provider that calls it
-- verified, or by the word of the operator.
ALTER TABLE users ADD COLUMN proven_at timestamptz(3);
ALTER TABLE users DROP CONSTRAINT users_email;
ALTER TABLE users ADD CONSTRAINT users_email UNIQUE (account_id, email_key);
CREATE INDEX users_address ON users (email_key);
DROP INDEX users_account;

-- A person may have a user in each of several accounts.
DROP INDEX user_identities_subject;
CREATE UNIQUE INDEX user_identities_subject ON user_identities (issuer, subject, account_id);

-- Those of whom a proof is known: they came by an invitation, were made by the operator, set a password with a mailed link, or have
-- signed in at the provider. So is the first owner of each account, who keeps it from being without one. All others sign in as before,
-- and are proven by the next link that is mailed to them.
UPDATE users u SET proven_at = clock_timestamp()
WHERE EXISTS (SELECT 1 FROM user_identities i WHERE i.user_id = u.id)
  OR EXISTS (
    SELECT 1 FROM audit_entries e
    WHERE e.account_id = u.account_id AND e.object_type = 'user' AND e.object_id = u.id::text
      AND ((e.action = 'user.created' AND e.actor_type IN ('visitor', 'command_line'))
           OR (e.action = 'user.password_changed' AND e.details->>'by' = 'mailed link')))
  OR id = (
    SELECT o.id FROM users o WHERE o.account_id = u.account_id AND o.role = 'owner' ORDER BY o.created_at, o.id LIMIT 1);
