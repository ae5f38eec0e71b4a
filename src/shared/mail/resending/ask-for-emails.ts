import { statement } from '../../platform/postgres/transaction.ts';
import { clientFor } from '../allowance/managed.ts';
import type { Context } from '../context.ts';
import { emailProviderOf } from '../providers/index.ts';
import { findProviderSettings } from '../settings/email-provider.ts';
import { listAskable, recordLeft } from './refused-queries.ts';

const perPage = 100;

/**
 * Asks the providers of an account for its mails that may have left, where a provider can be asked by the
 * mail's id, and records those that it has taken. What is not found stays as it is. @throws Error if a
 * provider does not answer
 */
export async function askForEmails(ctx: Context, accountId: string, since: string | null): Promise<void> {
  const { managed } = ctx.config.email;
  const own = await findProviderSettings(ctx, accountId);
  if (own) {
    const { type, config, version } = own;
    await askFor(ctx, accountId, { type, config, version, httpClient: ctx.httpClient }, since);
  }
  if (!managed) return;
  const httpClient = clientFor(ctx.config, managed);
  await askFor(
    ctx,
    accountId,
    { type: managed.type, config: managed.settings, version: null, httpClient },
    since,
  );
}

interface Asked {
  readonly type: Parameters<typeof emailProviderOf>[0];
  readonly config: unknown;
  /** Null for the service's own. */
  readonly version: string | null;
  readonly httpClient: Context['httpClient'];
}

async function askFor(ctx: Context, accountId: string, asked: Asked, since: string | null): Promise<void> {
  const provider = emailProviderOf(asked.type);
  if (!provider.findTaken) return;
  for (let after = since, hasMore = true; hasMore; ) {
    const ids = await listAskable(ctx.sql, accountId, asked, after, perPage);
    for (const id of ids) {
      const taken = await provider.findTaken(asked.config, id, asked.httpClient);
      if (taken !== null) await statement(ctx.sql, (tx) => recordLeft(tx, accountId, id, taken));
    }
    after = ids.at(-1) ?? null;
    hasMore = ids.length === perPage;
  }
}
