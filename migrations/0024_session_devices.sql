-- Where a session was begun, in words such as "Firefox on macOS". Null for those from before, and where the browser does not say.
ALTER TABLE sessions ADD COLUMN device text;
