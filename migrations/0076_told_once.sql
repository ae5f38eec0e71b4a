-- What became of a selection is told once, to the session that began it.

ALTER TABLE selections ADD COLUMN told_to bytea;         -- the hash of the session's token; null once it was told
