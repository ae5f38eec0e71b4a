-- The index of 0010 serves only those that say `due_at > '-infinity'`, which all jobs are: who looks for what is due. A job that is looked
-- up by its id was otherwise looked for through it, in the whole backlog, where the planner did not know yet how long that is.
DROP INDEX outbox_due_by_job;
CREATE INDEX outbox_due_by_job ON outbox (job, due_at) WHERE due_at > '-infinity';
