-- What is due is looked for account by account: one account's backlog is not in front of what others have due. As before (0018) only
-- statements that say `due_at > '-infinity'` use the index. Dead-lettered jobs, of which there are few, have one of their own.
DROP INDEX outbox_due_by_job;
CREATE INDEX outbox_due_by_account ON outbox (job, account_id, due_at) WHERE due_at > '-infinity';
CREATE INDEX outbox_dead_lettered ON outbox (job) WHERE due_at = 'infinity';
