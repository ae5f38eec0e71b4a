import { statement } from '../../platform/postgres/transaction.ts';
import { skipped } from '../../platform/process/repeat.ts';
import type { Context } from '../context.ts';
import { beginRound, type Round } from './queries.ts';

const secondsBetween = 300;

/**
 * Goes through all accounts or users, unless a worker began to within the last five minutes: so one of all
 * workers does it (N8). The worker holds nothing meanwhile. If it is killed or fails, any worker begins the
 * next round when that is due.
 * @returns `skipped` if it is not time yet
 */
export async function goRound(
  { sql }: Pick<Context, 'sql'>,
  round: Round,
  go: () => Promise<void>,
): Promise<typeof skipped | undefined> {
  if (!(await statement(sql, (tx) => beginRound(tx, round, secondsBetween)))) return skipped;
  await go();
  return undefined;
}
