-- Which claim owns a job: made anew by each claim and never repeated. `attempts` counts from 0 in each new row of the same job, so a late
-- worker could take a newer claim for its own. It stays as the count that the pause before a retry grows with.
ALTER TABLE outbox ADD COLUMN lease_token uuid;
