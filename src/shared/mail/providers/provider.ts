import type { z } from 'zod';
import type { Bounce } from '../../list/mail-state/bounce.ts';
import type { EmailStatus } from '../../list/mail-state/status.ts';
import type { ConnectionProvider } from '../../platform/connections/config.ts';
import type { HttpClient } from '../../platform/outbound/http-client.ts';
import type { RenderedEmail } from '../design/rendered-email.ts';

/** One mail to one recipient. */
export interface OutgoingEmail extends RenderedEmail {
  /** `a@b` or `Name <a@b>`. */
  readonly from: string;
  readonly to: string;
  /** The mail's id, in the provider's tag or metadata `signup_id`, so that its events name the mail. */
  readonly emailId: string;
  /**
   * With its angle brackets; the same for every attempt at this mail, so that a receiver can recognize a
   * repeat.
   */
  readonly messageId: string;
  /** The same for every attempt at this mail, for providers that send a repeated request once. */
  readonly idempotencyKey: string;
  /** Where a mail program posts when its user unsubscribes with one click (RFC 8058); null: not offered. */
  readonly unsubscribeUrl: string | null;
}

/** The headers of every mail besides those that a provider has parameters for, by name. */
export function headersOf({ unsubscribeUrl }: Pick<OutgoingEmail, 'unsubscribeUrl'>): Record<string, string> {
  const headers = { 'Auto-Submitted': 'auto-generated' };
  if (unsubscribeUrl === null) return headers;
  return {
    ...headers,
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

/**
 * The outcome of one attempt to send a mail.
 * - `sent`: accepted. `providerMessageId` is in the provider's events; null if it has none. `reports` are
 *   events that are known at once, as in a test mode.
 * - `retry`: this mail was not accepted, or is safe to repeat; may succeed later. With `mayHaveLeft` the
 *   provider may have accepted it, and only the same provider, which recognizes repeats, may get it again.
 * - `unavailable`: not accepted, because the server is down: it cannot be reached, or fails whatever it gets.
 *   With `mayBeOfMail` it may only fail with this mail.
 * - `throttled`: too many mails for the provider, which is not counted as an attempt (C6.6).
 * - `refused`: final. `config_error` is what the account can fix: the credential, the From address, the
 *   domain. `error` is a message for the account; it never holds a credential or a recipient's address.
 */
export type SendResult =
  | { outcome: 'sent'; providerMessageId: string | null; reports?: readonly EmailStatus[] }
  | { outcome: 'retry'; error: string; retryAfterSeconds?: number; mayHaveLeft?: true }
  | {
      outcome: 'unavailable';
      error: string;
      retryAfterSeconds?: number;
      mayHaveLeft?: true;
      mayBeOfMail?: true;
    }
  | { outcome: 'throttled'; error: string; retryAfterSeconds: number }
  | { outcome: 'refused'; status: EmailStatus & ('failed' | 'suppressed' | 'config_error'); error: string };

/** Whether the provider may have accepted a mail that it has not answered for. */
export const mayHaveLeft = (result: SendResult): boolean =>
  'mayHaveLeft' in result && result.mayHaveLeft === true;

/** A provider with an account's settings, ready to send. */
export interface EmailTransport {
  /** Sends a mail; takes at most a minute. Rejects only if it is unknown whether the mail was sent. */
  send(mail: OutgoingEmail): Promise<SendResult>;
  close(): void;
}

/** A provider's event about one mail (§6.2). */
export interface InboundEvent {
  /** The provider's id of the event, the same when it is delivered again. */
  readonly id: string;
  readonly status: EmailStatus;
  /** Of a mail that came back. */
  readonly bounce?: Bounce | undefined;
  /** The web address that was clicked, as it is in the mail. */
  readonly link?: string | undefined;
  /** When the provider recorded it, ISO 8601. */
  readonly occurredAt: string;
  /** As `send` returned it; null if the event has none. */
  readonly providerMessageId: string | null;
  /** The mail's id in its tag or metadata; null if the event has none. */
  readonly emailId: string | null;
  /** A token that the provider uses once, if its signature covers nothing else; otherwise null. */
  readonly nonce: string | null;
}

/** An inbound webhook request, unchanged. Header names are in lower case. */
export interface InboundRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** Notes why an event of a batch cannot be read. @returns what stands for it among those that can */
export type LeaveOut = (error: z.ZodError) => readonly never[];

/** How a provider reports what happens to mails (§4.8). */
export interface InboundEvents {
  /**
   * Checks that a secret has the form that this provider's signatures need. @throws AppError invalid_request
   */
  checkSecret(secret: string): void;
  /** Verifies that the provider sent this request, and recently. @throws AppError unauthorized */
  verify(request: InboundRequest, secret: string, httpClient: HttpClient): Promise<void>;
  /**
   * The events in a verified request, without those of types that the service does not use. Of a batch, which
   * has events of all mails of the account, it leaves out those that cannot be read.
   * @throws AppError invalid_request for a body that is not the provider's
   */
  parse(request: InboundRequest, leaveOut: LeaveOut): InboundEvent[];
  /** Confirms a subscription, if a verified request asks for that (SNS). */
  confirm?(request: InboundRequest, httpClient: HttpClient): Promise<void>;
}

/** The interface of every mail provider: all that the rest of the service knows of it. */
export interface EmailProvider<Config> extends ConnectionProvider<Config> {
  readonly config: z.ZodType<Config> & { readonly shape: Readonly<Record<string, z.ZodType>> };
  /** Whether a request repeated with the same idempotency key within 24 h sends one mail. */
  readonly idempotent: boolean;
  /** The server that mails go to with these settings: the URL of an API, or a host and port. */
  serverOf(config: Config, httpClient: Pick<HttpClient, 'apiUrls'>): string;
  open(config: Config, httpClient: HttpClient): EmailTransport;
  /**
   * The provider's id of the mail that it has taken of this id; null if it knows none. Left out by providers
   * that cannot be asked for a mail by an id of ours. @throws Error if it does not answer
   */
  findTaken?(config: Config, emailId: string, httpClient: HttpClient): Promise<string | null>;
  /**
   * Verifies the settings and the From address with the provider, before they are saved. @throws AppError
   * invalid_request
   */
  verify(config: Config, from: string, httpClient: HttpClient): Promise<void>;
  /** Null for a provider that reports nothing once it has accepted a mail. */
  readonly events: InboundEvents | null;
}
