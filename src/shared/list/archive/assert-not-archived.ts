import { AppError } from '../../platform/errors.ts';
import type { Sql, Tx } from '../../platform/postgres/connection.ts';
import type { WaitlistKey } from '../parts.ts';
import { findArchivedText } from './queries.ts';

/** Refuses what can only add signups. @throws AppError conflict, with the text of the owner */
export async function assertNotArchived(sql: Sql | Tx, list: WaitlistKey): Promise<void> {
  const text = await findArchivedText(sql, list);
  if (text !== null) throw new AppError('conflict', text);
}
