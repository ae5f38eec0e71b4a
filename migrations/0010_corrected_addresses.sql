-- Addresses that were corrected: links and reports that belong to an earlier address of a signup do nothing.

ALTER TABLE signups ADD COLUMN address_generation smallint NOT NULL DEFAULT 0;  -- how often its address was corrected
ALTER TABLE mails ADD COLUMN address_generation smallint NOT NULL DEFAULT 0;    -- of its signup when it was last started: to which address it went
