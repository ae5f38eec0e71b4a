-- The names of hosted signup pages (/w/{name}).

-- The service has each name once, so it comes before the account. Written under the lock of the waitlist: the new name first, whose
-- index entry another list may hold, and only then changes of the list's own rows.
CREATE TABLE waitlist_pages (
  name        text COLLATE "C" NOT NULL,                                   -- the slug; that of a test list begins with test--
  account_id  uuid NOT NULL,
  waitlist_id uuid NOT NULL,
  replaced_at timestamptz(3),                                              -- when the list got another; it leads there since
  PRIMARY KEY (name),
  FOREIGN KEY (account_id, waitlist_id) REFERENCES waitlists
);
CREATE INDEX waitlist_pages_list ON waitlist_pages (account_id, waitlist_id);
