-- How often a job was begun and nobody lived to say how it went: a job that kills its worker is not to be begun for ever.
-- One that is put off, because it failed or waits for its time, begins again at 0. A job past its last start is parked: due never.
ALTER TABLE outbox ADD COLUMN starts smallint NOT NULL DEFAULT 0;
