-- How much besides its signups was deleted of an import that was taken back, for the page to tell.
ALTER TABLE selections ADD COLUMN taken_back integer NOT NULL DEFAULT 0;
