-- How a signup counts in the email statistics, each 0 or 1: a click implies an open, and an open a delivery.
-- Ranks: 0 null, 1 config_error, 4 failed, 5 suppressed are mails that did not leave.
CREATE OR REPLACE FUNCTION engagement_of(email_status smallint, delivered_at timestamptz, opened_at timestamptz, clicked_at timestamptz)
RETURNS engagement LANGUAGE sql IMMUTABLE
  RETURN ROW(
    (email_status NOT IN (0, 1, 4, 5))::integer,
    (delivered_at IS NOT NULL OR opened_at IS NOT NULL OR clicked_at IS NOT NULL)::integer,
    (opened_at IS NOT NULL OR clicked_at IS NOT NULL)::integer,
    (clicked_at IS NOT NULL)::integer)::engagement;
