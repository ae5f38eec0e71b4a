import type { RowKey } from '../../../platform/postgres/by-key.ts';
import { isStatementTimeout, type Sql } from '../../../platform/postgres/connection.ts';
import { transaction } from '../../../platform/postgres/transaction.ts';
import { findLastSeq, findSeqBefore } from '../../feed/queries.ts';
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
