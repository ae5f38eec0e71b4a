import type { DeclaredField } from '../../../list/fields/queries.ts';
import type { EventInclude, EventType, OutboundEvent, SignupEvent } from '../../../list/publishing/events.ts';
import type { ConfigValues, ConnectionProvider } from '../../../platform/connections/config.ts';
import type { HttpClient } from '../../../platform/outbound/http-client.ts';

/** One event for one integration. */
export interface Delivery {
  /**
   * A UUID of its own: of its record, or with retries that of the event, so that a service sees a repeat for
   * what it is.
   */
  readonly id: string;
  /** The same for every delivery of the event; by default `id`. */
  readonly eventId?: string;
  readonly event: OutboundEvent;
  /** The event as the first attempt sent it; a webhook repeats it byte for byte (N2). */
  readonly body?: string | null;
  /** Signs too, until the overlap of a rotation is over. */
  readonly previousSecret?: string | null;
}

/** The same for an event about a signup: all that contacts, analytics and newsletters can want. */
export interface SignupDelivery extends Delivery {
  readonly event: SignupEvent;
}

/** The outcome of an attempt at a delivery, as its record has it (§2.9). */
export interface Attempt {
  readonly status: 'success' | 'failed';
  /** The HTTP status of the receiver; null if it did not answer. */
  readonly response_status: number | null;
  /** A sentence for the account if it failed. It never holds a secret or a URL. */
  readonly error: string | null;
  /** What failed besides the delivery itself, for the log. */
  readonly warnings?: readonly string[];
}

/** What the configurations of all integrations have in common. */
export interface IntegrationConfig extends ConfigValues {
  /** The events that the integration wants; empty for all of them. */
  readonly events: readonly EventType[];
  /** What the data of its events have in addition (N1). */
  readonly include?: readonly EventInclude[] | undefined;
  /** Whether failed deliveries are tried again (N2). Left out: they are not. */
  readonly retries?: 'none' | 'standard' | undefined;
}

/** A notice to the users of the account, as a chat shows it. */
export interface ChatMessage {
  readonly title: string;
  readonly lines: readonly string[];
  /** The page of the dashboard where something can be done. */
  readonly url: string;
}

/** The interface of every integration: all that the rest of the service knows of it. */
export interface IntegrationProvider<Config extends IntegrationConfig> extends ConnectionProvider<Config> {
  /**
   * The key of the URL that events are posted to, if the account chooses it. A new URL clears the delivery
   * log (§4.7 rule 5).
   */
  readonly addressKey?: string;
  /** Generates the signing secret of a new integration that was given none (§4.7 rule 4). */
  newSigningSecret?(): string;
  /**
   * Checks addresses, and verifies the configuration with the service, before it is saved. A service that
   * keeps custom fields only where they are declared is told of these `fields` and of what else is included.
   * @throws AppError invalid_request; AddressRefused
   */
  verify(config: Config, httpClient: HttpClient, fields?: readonly DeclaredField[]): Promise<void>;
  /**
   * Makes an attempt, whose requests get 10 s in all (C7.4). Never rejects: if the receiver refuses or
   * does not answer, that is a failed attempt.
   */
  deliver(config: Config, delivery: Delivery, httpClient: HttpClient): Promise<Attempt>;
  /** Posts a message that is no event, with the same promises. Only chats do. */
  post?(config: Config, message: ChatMessage, httpClient: HttpClient): Promise<Attempt>;
}
