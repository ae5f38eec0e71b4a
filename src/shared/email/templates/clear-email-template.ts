import type { Context } from '../../context.ts';
import { statement } from '../../postgres/transaction.ts';
import { deleteEmailCopy } from './template-queries.ts';

/** Takes a waitlist's own signup email away: the default one is used again (C6.1). */
export async function clearEmailCopy({ sql }: Context, waitlistId: string): Promise<void> {
  await statement(sql, (tx) => deleteEmailCopy(tx, waitlistId));
}
