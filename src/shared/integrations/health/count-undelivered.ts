import { findLastSeq, findSeqBefore } from '../../events/queries.ts';
import type { RowKey } from '../../postgres/by-key.ts';
import { isStatementTimeout, type Sql } from '../../postgres/connection.ts';
import { transaction } from '../../postgres/transaction.ts';
import { countReplayed } from '../replay/queries.ts';

/** More are not counted. */
const mostUndelivered = 1_000;

/**
 * How many events since a time have not arrived at an integration and wait for no attempt: what a replay
 * delivers. At most 1,000; so many, too, where counting takes over 3 s.
 */
export async function countUndelivered(sql: Sql, integration: RowKey, since: string | null): Promise<number> {
  if (since === null) return 0;
  const after = await findSeqBefore(sql, integration.accountId, since);
  const upTo = (await findLastSeq(sql, integration.accountId)) ?? 0;
  const failed = { after, upTo, until: null, types: null, only: 'failed' } as const;
  return transaction(sql, (tx) => countReplayed(tx, integration, failed, mostUndelivered)).catch(
    (error: unknown) => {
      if (isStatementTimeout(error)) return mostUndelivered;
      throw error;
    },
  );
}
