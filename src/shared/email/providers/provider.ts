import type { z } from 'zod';
import type { ConnectionProvider } from '../../connections/config.ts';
import type { HttpClient } from '../../outbound/http-client.ts';
import type { EmailStatus } from '../status.ts';
import type { RenderedEmail } from '../templates/render-signup-email.ts';

/** One mail to one recipient. */
export interface OutgoingEmail extends RenderedEmail {
  /** `a@b` or `Name <a@b>`. */
  readonly from: string;
  readonly to: string;
  /** Put into the provider's tag or metadata, so that its events name the signup. */
  readonly signupId: string;
  /** With its angle brackets; the same for every attempt at this mail, so that a receiver can tell a repeat. */
  readonly messageId: string;
  /** The same for every attempt at this mail, for providers that send a repeated request once. */
  readonly idempotencyKey: string;
}

/**
 * What became of handing a mail over.
 * - `sent`: accepted. `providerMessageId` is what the provider's events will carry, null where it has none.
 * - `retry`: not accepted, or safe to repeat; may succeed later. `mayHaveLeft` where only this provider may see it again, which
 *   knows whether it took it.
 * - `throttled`: one too many for the provider, which counts as no try (C6.6); `retryAfterSeconds` is how long it asks to wait.
 * - `refused`: will not succeed as it is. `config_error` is for what the account can mend: the credential, the sender, the domain.
 * `error` is a sentence for the account; it never holds a credential or a recipient's address.
 */
export type SendResult =
  | { outcome: 'sent'; providerMessageId: string | null }
  | { outcome: 'retry'; error: string; retryAfterSeconds?: number; mayHaveLeft?: true }
  | { outcome: 'throttled'; error: string; retryAfterSeconds: number }
  | { outcome: 'refused'; status: EmailStatus & ('failed' | 'suppressed' | 'config_error'); error: string };

/** A provider with an account's settings, ready to send. */
export interface EmailTransport {
  /** Hands a mail over; takes at most a minute. Rejects only when nobody can know whether the mail left. */
  send(mail: OutgoingEmail): Promise<SendResult>;
  close(): void;
}

/** An event of a provider about one mail (§6.2). */
export interface InboundEvent {
  /** The provider's own id of the event: the same when it is delivered again. */
  readonly id: string;
  readonly status: EmailStatus;
  /** When the provider recorded it, ISO 8601. */
  readonly occurredAt: string;
  /** As `send` returned it; null where the event has none. */
  readonly providerMessageId: string | null;
  /** The signup named in the mail's tag or metadata, if the event carries it. */
  readonly signupId: string | null;
  /** A token that the provider uses once, where its signature covers only that; null elsewhere. */
  readonly nonce: string | null;
}

/** An inbound webhook request as it came. Header names are in lower case. */
export interface InboundRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** How a provider tells what became of mails (§4.8). */
export interface InboundEvents {
  /** Whether a secret has the form that this provider's signatures need. @throws AppError invalid_request */
  checkSecret(secret: string): void;
  /** Proves that the provider sent this request, lately. @throws AppError unauthorized */
  verify(request: InboundRequest, secret: string, httpClient: HttpClient): Promise<void>;
  /** The events that a verified request brings; types that mean nothing to us are left out. @throws AppError invalid_request for a body that is not the provider's */
  parse(request: InboundRequest): InboundEvent[];
  /** Answers a verified request that asks for a confirmation of the subscription (SNS). */
  confirm?(request: InboundRequest, httpClient: HttpClient): Promise<void>;
}

/** What every mail provider offers; the rest of the service knows providers only through this. */
export interface EmailProvider<Config> extends ConnectionProvider<Config> {
  readonly config: z.ZodType<Config> & { readonly shape: Readonly<Record<string, z.ZodType>> };
  /** Whether a request repeated with the same idempotency key within 24 h sends one mail. */
  readonly idempotent: boolean;
  open(config: Config, httpClient: HttpClient): EmailTransport;
  /** Asks the provider whether the settings work for this sender, before they are saved. @throws AppError invalid_request */
  verify(config: Config, from: string, httpClient: HttpClient): Promise<void>;
  /** Null where the provider tells nothing after it took a mail. */
  readonly events: InboundEvents | null;
}
