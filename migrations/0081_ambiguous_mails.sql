-- Mails that may have left or not, which people look through and may send again.
CREATE INDEX mails_ambiguous ON mails (account_id, id) WHERE ambiguous;
