import { isTestAccount } from './account/accounts/test-account.ts';
import type { OperatorConfig } from './config.ts';
import { deriveFormKey } from './capabilities/forms/form-time.ts';
import { loadLinkKey } from './list/links/link-key.ts';
import type { LinkSigner } from './list/links/signup-links.ts';
import { type HttpClient, openHttpClient } from './platform/outbound/http-client.ts';
import { openDatabase, type Sql } from './platform/postgres/connection.ts';
import { checkPooledSessions } from './platform/postgres/pooler.ts';
import { type Logger, openLog } from './platform/process/log.ts';
import { type Metrics, openMetrics } from './metrics.ts';
import { deriveInviteKey } from './capabilities/release/invitations/token.ts';
import { deriveHashKey } from './platform/secrets/keyed-hash.ts';
import { openVault, type Vault } from './platform/secrets/sealed.ts';
import { deriveAddressKey } from './platform/secrets/email-mac.ts';
import { deriveNetworkKey } from './list/signals/visitor.ts';

/** Passed to every operation. Web and worker processes extend it. */
export interface Context {
  readonly config: OperatorConfig;
  readonly log: Logger;
  readonly sql: Sql;
  readonly metrics: Metrics;
  readonly httpClient: HttpClient;
  /** For test modes (N8): calls this machine only, at hosts that the operator allows. */
  readonly testClient: HttpClient;
  /** Throws where ENCRYPTION_KEY is not set, as only the command line may do without it. */
  readonly vault: Vault;
  /** Signs links; its key is read, or made, by the first call. */
  linkSigner(): Promise<LinkSigner>;
}

/** Neither waits nor fails: connections are opened later. The caller must end `sql`. */
export function openContext(config: OperatorConfig, name: 'web' | 'worker' | 'cli'): Context {
  const log = openLog(config, name);
  const metrics = openMetrics(name);
  metrics.poolMax.set({ pool: name }, config.database.connections);
  let vault: Vault | undefined;
  let linkSigner: Promise<LinkSigner> | undefined;
  const ctx: Context = {
    config,
    log,
    metrics,
    sql: openDatabase(config, log, name),
    httpClient: openHttpClient(config.outbound),
    testClient: openHttpClient({ ...config.outbound, apiUrls: {}, onlyThisMachine: true }),
    get vault() {
      vault ??= openVault(config.encryptionKeys);
      return vault;
    },
    linkSigner() {
      linkSigner ??= loadLinkKey(ctx).then((key) => ({
        key,
        addressKey: deriveAddressKey(key),
        networkKey: deriveNetworkKey(key),
        inviteKey: deriveInviteKey(key),
        formKey: deriveFormKey(key),
        hashKey: deriveHashKey(key),
        baseUrl: config.baseUrl,
      }));
      linkSigner.catch(() => {
        linkSigner = undefined; // the next call tries again
      });
      return linkSigner;
    },
  };
  if (name === 'cli') return ctx;
  for (const warning of config.warnings) log.warn(warning);
  checkPooledSessions(ctx).catch((err: unknown) => log.debug({ err }, 'the pooler was not asked'));
  return ctx;
}

/** What sends the requests that an account's settings ask for (N8). */
export function clientOf(ctx: Pick<Context, 'httpClient' | 'testClient'>, accountId: string): HttpClient {
  return isTestAccount(accountId) ? ctx.testClient : ctx.httpClient;
}
