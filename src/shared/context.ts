import './capabilities.ts';
import type { OperatorConfig } from './config.ts';
import { openRanks } from './list/ranks/open-ranks.ts';
import type { Context as MailContext } from './mail/context.ts';
import { openMetrics } from './metrics.ts';
import { openHttpClient } from './platform/outbound/http-client.ts';
import { assertWritable, openDatabase } from './platform/postgres/connection.ts';
import { checkPooledSessions } from './platform/postgres/pooler.ts';
import { openOutage } from './platform/postgres/server/outage.ts';
import { openLog } from './platform/process/log.ts';
import { type LinkSigner, openLinkSigner } from './platform/secrets/link-signer.ts';
import { openVault, type Vault } from './platform/secrets/sealed.ts';
import { loadLinkKey } from './platform/stored-secrets/link-key.ts';

/** Passed to every operation, with what all districts add. Web and worker processes extend it. */
export interface Context extends MailContext {
  readonly config: OperatorConfig;
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
    ranks: openRanks(),
    outage: openOutage(log, () => assertWritable(ctx.sql)),
    httpClient: openHttpClient(config.outbound),
    testClient: openHttpClient({ ...config.outbound, apiUrls: {}, onlyThisMachine: true }),
    get vault() {
      vault ??= openVault(config.encryptionKeys);
      return vault;
    },
    linkSigner() {
      linkSigner ??= loadLinkKey(ctx).then((key) => openLinkSigner(key, config.baseUrl));
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
