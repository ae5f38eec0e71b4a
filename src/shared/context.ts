import type { OperatorConfig } from './config.ts';
import { type HttpClient, openHttpClient } from './outbound/http-client.ts';
import { openDatabase, type Sql } from './postgres/connection.ts';
import { type Logger, openLog } from './process/log.ts';
import { type Metrics, openMetrics } from './process/metrics.ts';
import { openVault, type Vault } from './secrets/sealed.ts';

/** Passed to every operation. Web and worker processes extend it. */
export interface Context {
  readonly config: OperatorConfig;
  readonly log: Logger;
  readonly sql: Sql;
  readonly metrics: Metrics;
  readonly httpClient: HttpClient;
  /** Throws where ENCRYPTION_KEY is not set, as only the command line may do without it. */
  readonly vault: Vault;
}

/** Opens no connections yet, so it neither waits nor fails. The caller must end `sql`. */
export function openContext(config: OperatorConfig, name: 'web' | 'worker' | 'cli'): Context {
  const log = openLog(config, name);
  const metrics = openMetrics(name);
  metrics.poolMax.set({ pool: name }, config.database.connections);
  let vault: Vault | undefined;
  return {
    config,
    log,
    metrics,
    sql: openDatabase(config, log, name),
    httpClient: openHttpClient(config.outbound),
    get vault() {
      vault ??= openVault(config.encryptionKeys);
      return vault;
    },
  };
}
