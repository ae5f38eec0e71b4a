-- What is due is looked for job by job, by the sweep and by whoever measures the backlog: neither shall walk through another job's backlog.
CREATE INDEX outbox_due_by_job ON outbox (job, due_at);
DROP INDEX outbox_due;
