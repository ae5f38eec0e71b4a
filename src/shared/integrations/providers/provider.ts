import type { ConfigValues, ConnectionProvider } from '../../connections/config.ts';
import type { EventType, OutboundEvent } from '../../events.ts';
import type { HttpClient } from '../../outbound/http-client.ts';

/** One event on its way to one integration. */
export interface Delivery {
  /** A UUID of its own, also the record's. */
  readonly id: string;
  readonly event: OutboundEvent;
}

/** What came of the one attempt at a delivery; the outcome of its record (§2.9). */
export interface Attempt {
  readonly status: 'success' | 'failed';
  /** The receiver's answer; null where there was none. */
  readonly response_status: number | null;
  /** A sentence for the account where it failed; it never holds a secret or a URL. */
  readonly error: string | null;
  /** What went wrong beside the delivery itself, for the log. */
  readonly warnings?: readonly string[];
}

/** What the configurations of all integrations have in common. */
export interface IntegrationConfig extends ConfigValues {
  /** The events that the integration wants; empty for all of them. */
  readonly events: readonly EventType[];
}

/** What every outbound integration offers; the rest of the service knows integrations only through this. */
export interface IntegrationProvider<Config extends IntegrationConfig> extends ConnectionProvider<Config> {
  /** The key of the URL that events are posted to, where the account chooses it; a new one clears the delivery log (§4.7 rule 5). */
  readonly addressKey?: string;
  /** Makes the signing secret of a new integration that came without one (§4.7 rule 4). */
  newSigningSecret?(): string;
  /** Checks addresses, and asks the service whether the configuration works, before it is saved. @throws AppError invalid_request; AddressRefused */
  verify(config: Config, httpClient: HttpClient): Promise<void>;
  /** Makes the one attempt, whose requests get 10 s in all (C7.4). Resolves to a failed one where the receiver refuses or does not answer; never rejects. */
  deliver(config: Config, delivery: Delivery, httpClient: HttpClient): Promise<Attempt>;
}
