import type { SignupFilter } from '../../../list/signups/search/filter-queries.ts';
import type { SuppressedPeople } from '../../../mail/suppressions/suppressed-people.ts';
import { notFound } from '../../../platform/errors.ts';
import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Tx } from '../../../platform/postgres/connection.ts';
import type { MemberOrder } from './schema.ts';
import { findSelectionFacts, storeMembers } from './select-queries.ts';

/** Who is asked for. */
export interface Wanted {
  readonly filter: SignupFilter;
  readonly order: MemberOrder;
  readonly size: number;
}

/**
 * Notes the members of a wave that the caller holds (N5): what was shown is what is sent. @throws AppError
 * not_found
 */
export async function selectMembers(
  tx: Tx,
  wave: RowKey,
  waitlistId: string,
  wanted: Wanted,
  suppressed: SuppressedPeople,
): Promise<void> {
  const facts = (await findSelectionFacts(tx, wave.accountId, waitlistId)) ?? notFound('waitlist');
  await storeMembers(tx, wave, waitlistId, wanted, facts, suppressed);
}
