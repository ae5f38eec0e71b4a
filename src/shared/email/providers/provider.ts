import type { RenderedEmail } from '../render-signup-email.ts';

/** One mail to one recipient. */
export interface OutgoingEmail extends RenderedEmail {
  readonly from: string;
  readonly to: string;
  /** The same for every attempt at this mail, so that a receiver can tell a repeat. */
  readonly messageId: string;
}

/**
 * What became of handing a mail over. `unsent` means that it certainly did not leave and may be tried again;
 * `rejected` that it never will. `error` never holds a credential or an address.
 */
export type SendResult = { outcome: 'sent' } | { outcome: 'unsent' | 'rejected'; error: string };

/** What a mail provider offers; the rest of the service knows providers only through this. */
export interface EmailProvider {
  /** Hands a mail over; waits at most 30 s. Rejects when it cannot be known whether the mail left. */
  send(mail: OutgoingEmail): Promise<SendResult>;
  close(): void;
}
