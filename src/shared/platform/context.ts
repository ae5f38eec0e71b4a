import type { PlatformConfig } from './config.ts';
import type { PlatformMetrics } from './monitoring/metrics.ts';
import type { HttpClient } from './outbound/http-client.ts';
import type { Sql } from './postgres/connection.ts';
import type { Outage } from './postgres/server/outage.ts';
import type { Logger } from './process/log.ts';
import type { LinkSigner } from './secrets/link-signer.ts';
import type { Vault } from './secrets/sealed.ts';

/** What every operation works with. Each district extends it by what it adds. */
export interface Context {
  readonly config: PlatformConfig;
  readonly log: Logger;
  readonly sql: Sql;
  /** Tells when the database is away. */
  readonly outage: Outage;
  readonly metrics: PlatformMetrics;
  readonly httpClient: HttpClient;
  /** For test modes (N8): calls this machine only, at hosts that the operator allows. */
  readonly testClient: HttpClient;
  /** Throws where ENCRYPTION_KEY is not set, as only the command line may do without it. */
  readonly vault: Vault;
  /** Signs links; its key is read, or made, by the first call. */
  linkSigner(): Promise<LinkSigner>;
}
