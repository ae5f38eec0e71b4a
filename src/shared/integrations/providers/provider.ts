import type { ConfigValues, ConnectionProvider } from '../../connections/config.ts';
import type { EventType, OutboundEvent } from '../../events.ts';
import type { HttpClient } from '../../outbound/http-client.ts';

/** One event for one integration. */
export interface Delivery {
  /** A UUID of its own, which is also the id of the record. */
  readonly id: string;
  readonly event: OutboundEvent;
}

/** The outcome of the one attempt at a delivery, as its record has it (§2.9). */
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
   * Checks addresses, and verifies the configuration with the service, before it is saved.
   * @throws AppError invalid_request; AddressRefused
   */
  verify(config: Config, httpClient: HttpClient): Promise<void>;
  /**
   * Makes the one attempt, whose requests get 10 s in all (C7.4). Never rejects: if the receiver refuses or
   * does not answer, that is a failed attempt.
   */
  deliver(config: Config, delivery: Delivery, httpClient: HttpClient): Promise<Attempt>;
}
