import type { Caller } from '../../account/api-keys/caller.ts';
import { listFields } from '../../list/fields/queries.ts';
import { maxFieldsPerWaitlist } from '../../list/fields/schema.ts';
import { instantAfter } from '../../list/signups/search/moments.ts';
import type { Scans } from '../../list/signups/search/scans.ts';
import { keyIn, type SignupFilters, type SignupOrder } from '../../list/signups/search/schema.ts';
import { countSelection } from '../../list/signups/selection/count-selection.ts';
import { listChosenIds } from '../../list/signups/selection/list-chosen-ids.ts';
import { mostIds, type PeopleFilter } from '../../list/signups/selection/people-filter.ts';
import type { Selection } from '../../list/signups/selection/schema.ts';
import { AppError } from '../../platform/errors.ts';
import type { Sql } from '../../platform/postgres/connection.ts';
import type { JobNotifier } from '../../platform/queue/job-notifier.ts';
import type { Context } from '../context.ts';
import type { Deliver } from './invitations/schema.ts';
import { draftWave } from './waves/draft-wave.ts';
import { mostMembers, type Wave } from './waves/schema.ts';

const validDays = 14;

/**
 * Drafts a wave of the signups that a user chose (N5, N8). What waves can be narrowed by is kept as it is, so
 * the draft says who it is for; anything else becomes the ids of those that match. Those who were shown first
 * for their referrals come first.
 * @throws AppError as `draftWave`; invalid_request if nobody matches, or too many for their ids
 */
export async function draftSelection(
  ctx: Context & { readonly scans: Scans; readonly notifier: JobNotifier },
  caller: Caller,
  waitlistId: string,
  selection: Selection,
  deliver: Deliver,
  order: SignupOrder | undefined,
): Promise<Wave> {
  const filter =
    'ids' in selection
      ? { ids: [...selection.ids] }
      : ((await toSameFilter(ctx.sql, caller.accountId, waitlistId, selection.filters)) ?? {
          ids: await listIds(ctx, caller, waitlistId, selection),
        });
  const { total } = await countSelection(ctx, caller, waitlistId, selection, 'delete');
  return draftWave(ctx, caller, waitlistId, {
    name: null,
    size: Math.min(Math.max(1, total), mostMembers),
    order: order === 'referrals' ? order : 'display_position',
    filter,
    expires_in_days: validDays,
    per_hour: null,
    deliver,
  });
}

/** Undefined where waves have no such filter. */
async function toSameFilter(
  sql: Sql,
  accountId: string,
  waitlistId: string,
  {
    utm_source,
    match,
    created_to,
    confirmed,
    fields = {},
    not_fields: notFields = {},
    not_email_domains,
    orNoSource = false,
    ...others
  }: SignupFilters,
): Promise<PeopleFilter | undefined> {
  if (orNoSource || Object.values(others).some((value) => value !== undefined)) return undefined;
  const count = Object.keys(fields).length + Object.keys(notFields).length;
  const page = { limit: maxFieldsPerWaitlist, offset: 0 };
  const known = count === 0 ? [] : await listFields(sql, accountId, waitlistId, page);
  const toValues = (given: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(given).map(([name, text]) => {
        const key = keyIn(name);
        const type = known.find((field) => field.key === key)?.type ?? 'string';
        return [key, type === 'number' ? Number(text) : type === 'boolean' ? text === 'true' : text];
      }),
    );
  return {
    ...(utm_source !== undefined && { utm_source }),
    ...(match !== undefined && (utm_source !== undefined || count > 0) && { match }),
    ...(created_to !== undefined && { created_before: instantAfter(created_to) }),
    ...(confirmed !== undefined && { confirmed: confirmed === 'true' }),
    ...(Object.keys(fields).length > 0 && { fields: toValues(fields) }),
    ...(Object.keys(notFields).length > 0 && { not_fields: toValues(notFields) }),
    ...(not_email_domains && { not_email_domains }),
  };
}

async function listIds(
  ctx: Context & { readonly scans: Scans },
  caller: Caller,
  waitlistId: string,
  selection: Selection,
): Promise<string[]> {
  const ids = await listChosenIds(ctx, caller, waitlistId, selection, mostIds + 1);
  if (ids.length === 0) throw new AppError('invalid_request', 'No signup matches any more.');
  if (ids.length > mostIds)
    throw new AppError(
      'invalid_request',
      `More than ${mostIds} signups match. Narrow the search, or use the filters of the page Invite.`,
    );
  return ids;
}
