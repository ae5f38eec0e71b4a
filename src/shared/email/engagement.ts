import { type EmailStatus, toEmailStatus } from './status.ts';

/** How one signup counts in the email statistics (C4.6, C4.7), each 0 or 1. */
export interface Engagement {
  readonly sent: number;
  readonly delivered: number;
  readonly opened: number;
  readonly clicked: number;
}

/** Statuses of a mail that never left. */
const unsent: ReadonlySet<EmailStatus | null> = new Set([null, 'failed', 'suppressed', 'config_error']);

/** A click implies an open, and an open a delivery. */
export function engagementOf(signup: {
  email_status: number;
  delivered: boolean;
  opened: boolean;
  clicked: boolean;
}): Engagement {
  const opened = signup.opened || signup.clicked;
  return {
    sent: unsent.has(toEmailStatus(signup.email_status)) ? 0 : 1,
    delivered: signup.delivered || opened ? 1 : 0,
    opened: opened ? 1 : 0,
    clicked: signup.clicked ? 1 : 0,
  };
}
