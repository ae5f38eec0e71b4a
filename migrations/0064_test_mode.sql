-- Whether the pages of a session show the test mode of its account, which is an account of its own (src/shared/accounts/test-account.ts).
ALTER TABLE sessions ADD COLUMN in_test_mode boolean NOT NULL DEFAULT false;
