import type { Context } from '../../context.ts';
import { statement } from '../../postgres/transaction.ts';
import { deleteEmailTemplate } from './template-queries.ts';

/** Takes a waitlist's own signup email away: the default one is used again (C6.1). */
export async function clearEmailTemplate({ sql }: Context, waitlistId: string): Promise<void> {
  await statement(sql, (tx) => deleteEmailTemplate(tx, waitlistId));
}
