-- Messages about refused signups quote the body, and control characters are escaped: 500 of them can exceed 512 KiB.
ALTER TABLE idempotency_keys
  DROP CONSTRAINT idempotency_keys_answer_check,
  ADD CONSTRAINT idempotency_keys_answer_check CHECK (octet_length(answer) <= 2097152);
