import { AppError } from '../../platform/errors.ts';
import type { Sql } from '../../platform/postgres/connection.ts';
import { instantOf } from '../../platform/schema/time-zone.ts';
import { findTimeZone } from './queries.ts';

const dayMs = 86_400_000;
const furthestDays = 366;

/**
 * The instant of a time with an offset, or of one on the clocks of the account's time zone, in ISO 8601.
 * @throws AppError invalid_request for one that has passed, or is too far away
 */
export async function toSendAt(sql: Sql, accountId: string, given: string | null): Promise<string | null> {
  if (given === null) return null;
  const isAbsolute = /(Z|[+-]\d\d:?\d\d)$/i.test(given);
  const at = isAbsolute ? new Date(given) : instantOf(given, await findTimeZone(sql, accountId));
  const days = (at.getTime() - Date.now()) / dayMs;
  if (!(days > 0)) throw new AppError('invalid_request', 'send_at: must be in the future');
  if (days > furthestDays) throw new AppError('invalid_request', 'send_at: must be within a year');
  return at.toISOString();
}
