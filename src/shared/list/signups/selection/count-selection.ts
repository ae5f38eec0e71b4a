import type { Caller } from '../../../account/api-keys/caller.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Context } from '../../context.ts';
import { findWaitlist, type WaitlistRow } from '../../waitlists/queries.ts';
import { isQuick, type SignupFilter } from '../search/filter-queries.ts';
import { tooLong } from '../search/list-signups.ts';
import type { Scans } from '../search/scans.ts';
import { byIds, namesOf, toSignupFilter } from '../search/to-filter.ts';
import { type ChosenCount, countChosen } from './queries.ts';
import type { Selection, SelectionAction } from './schema.ts';

/**
 * Counts the signups that a user chose, before anything is done with them (N8). Only those of a whole list
 * need no search, unless their emails are counted too.
 * @throws AppError not_found; invalid_request for a custom field, or if the search takes too long
 */
export async function countSelection(
  ctx: Context & { readonly scans: Scans },
  { accountId }: Pick<Caller, 'accountId'>,
  waitlistId: string,
  selection: Selection,
  action: SelectionAction,
): Promise<ChosenCount> {
  const { waitlist, filter, refusal } = await toChoice(ctx, accountId, waitlistId, selection);
  if (!filter && action === 'delete') return { total: waitlist.signup_count };
  if (filter && isQuick(filter)) return countChosen(ctx.sql, accountId, waitlistId, filter);
  return ctx.scans.run(accountId, refusal, (tx) => countChosen(tx, accountId, waitlistId, filter));
}

/** What a selection is found by, and why not if that takes too long. */
export interface Choice {
  readonly waitlist: WaitlistRow;
  /** Undefined for all signups. */
  readonly filter: SignupFilter | undefined;
  readonly refusal: string;
}

/** @throws AppError not_found; invalid_request for a custom field */
export async function toChoice(
  { sql }: Context,
  accountId: string,
  waitlistId: string,
  selection: Selection,
): Promise<Choice> {
  const waitlist = (await findWaitlist(sql, accountId, waitlistId)) ?? notFound('waitlist');
  if ('ids' in selection) return { waitlist, filter: byIds(selection.ids), refusal: tooLong(['ids']) };
  const filter = await toSignupFilter(sql, accountId, waitlistId, selection.filters);
  return { waitlist, filter, refusal: tooLong(namesOf(selection.filters)) };
}
