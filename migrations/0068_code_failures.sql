-- Wrong codes of the second factor. After ten in an hour the sign-in begins anew, and the user is told. Those from a browser that the
-- user has signed in with are counted apart: strangers must not end the owner's sign-in.
CREATE TABLE code_failures (
  user_id          uuid           NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  by_known_browser boolean        NOT NULL,
  failures         integer        NOT NULL,                          -- since then
  since            timestamptz(3) NOT NULL,                          -- an hour ago at most, or they do not count
  tickets_end      timestamptz(3),                                   -- tickets from before are worth nothing
  PRIMARY KEY (user_id, by_known_browser)
);
