import type { Context } from '../context.ts';
import { deleteEmailCopy } from './copy-queries.ts';

/** Takes a waitlist's own signup email away: the default one is used again (C6.1). */
export async function clearEmailCopy({ sql }: Context, waitlistId: string): Promise<void> {
  await deleteEmailCopy(sql, waitlistId);
}
