import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type RewardSettings, rewardNames } from '../../../../../shared/capabilities/rewards/schema.ts';
import type { Segment } from '../../../../../shared/capabilities/segments/schema.ts';
import { listNames } from '../../../../../shared/list/signups/queries.ts';
import { importTraces } from '../../../../../shared/list/signups/removal/traces.ts';
import { unfiltered } from '../../../../../shared/list/signups/search/filter-queries.ts';
import { isTooSlow } from '../../../../../shared/list/signups/search/scans.ts';
import {
  type SignupFilters,
  type SignupOrder,
  signupSearch,
} from '../../../../../shared/list/signups/search/schema.ts';
import type { SignupCondition } from '../../../../../shared/list/signups/search/search-parts.ts';
import { type FoundSignup, searchSignups } from '../../../../../shared/list/signups/search/search-signups.ts';
import { toSignupFilter } from '../../../../../shared/list/signups/search/to-filter.ts';
import { isAtPosition } from '../../../../../shared/list/signups/selection/reason-queries.ts';
import {
  findSuppressedPeople,
  OutOfTime,
} from '../../../../../shared/mail/suppressions/suppressed-people.ts';
import { AppError } from '../../../../../shared/platform/errors.ts';
import type { Page } from '../../../../../shared/platform/schema/paging.ts';
import type { WebContext } from '../../../../web-context.ts';
import { withDaysIn } from '../../../days-of-account.ts';
import { type FormValues, readValues } from '../../../pages.ts';
import { offsetOf, rowsPerPage } from '../../../parts/pager.tsx';
import { type FilterNames, type Problem, toProblem } from './signup-filters.tsx';

/** The filters and the order in the address of a page, without controls that were left empty. */
export function givenIn({ query }: FastifyRequest): FormValues {
  const { page: _, whole: __, ...values } = query as FormValues;
  return Object.fromEntries(Object.entries(values).filter(([, value]) => String(value).trim() !== ''));
}

/** Whether a search reads the whole list, however long that takes. */
const isWhole = ({ query }: FastifyRequest) => (query as FormValues).whole === 'yes';

/** The address of a page with the same search. */
export function addressOf(request: FastifyRequest): FormValues {
  return { ...givenIn(request), ...(isWhole(request) && { whole: 'yes' }) };
}

/** The filters alone. */
export function filtersIn({ order: _, ...filters }: FormValues): FormValues {
  return filters;
}

const parseSearch = ({ session }: FastifyRequest, given: FormValues) =>
  readValues(signupSearch(), withDaysIn(session.timeZone, given), (parameter) => parameter);

/**
 * Suppressed addresses are kept as hashes, so they are found before the search.
 * @throws AppError invalid_request with the parameter as it is called in the address
 */
async function readSearch(ctx: WebContext, request: FastifyRequest) {
  const { mails, ...given } = givenIn(request);
  if (mails !== 'suppressed') return parseSearch(request, givenIn(request));
  const { order, ...filters } = parseSearch(request, given);
  const isSuppressed = await findSuppressed(ctx, request, filters);
  return { ...filters, order, others: { ...filters.others, mails: isSuppressed } };
}

/** Somebody waits for the page. */
const longestMs = 2_000;

async function findSuppressed(
  ctx: WebContext,
  { session, waitlist }: FastifyRequest,
  filters: SignupFilters,
): Promise<SignupCondition> {
  const { accountId } = session.caller;
  const filter = (await toSignupFilter(ctx.sql, accountId, waitlist.id, filters)) ?? unfiltered;
  const end = performance.now() + longestMs;
  try {
    const isTimeUp = () => performance.now() > end;
    const found = await findSuppressedPeople(ctx, accountId, waitlist.id, filter, isTimeUp);
    return (sql) => isAtPosition(sql, [...found.values()].flat());
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error;
    throw new AppError('invalid_request', `mails: ${tooManyToCompare}`);
  }
}

const tooManyToCompare = 'comparing so many addresses takes too long. Narrow the search to a shorter time.';

/** The filters in the address of a page. @throws AppError invalid_request */
export async function readFilters(ctx: WebContext, request: FastifyRequest): Promise<SignupFilters> {
  const { order: _, ...filters } = await readSearch(ctx, request);
  return filters;
}

/** The order in the address of a page. @throws AppError invalid_request */
export function readOrder(request: FastifyRequest): SignupOrder | undefined {
  const { mails: _, ...given } = givenIn(request);
  return parseSearch(request, given).order;
}

/** The address of the signup in `referred_by`; undefined without one. */
export async function findReferrer(ctx: WebContext, request: FastifyRequest): Promise<string | undefined> {
  const { referred_by: id } = givenIn(request);
  if (id === undefined) return undefined;
  const isId = z.guid().safeParse(id);
  const names = isId.success ? await listNames(ctx.sql, request.session.caller.accountId, [isId.data]) : [];
  return names[0]?.email ?? 'a signup that is not on the list';
}

interface Named {
  readonly given: FormValues;
  readonly referrer: string | undefined;
  readonly segments: readonly Segment[];
  readonly rewards: RewardSettings;
}

/** What the values in the address of a page are called. */
export const namesOf = ({ given, referrer, segments, rewards }: Named) =>
  ({
    referred_by: new Map([[String(given.referred_by), referrer ?? 'somebody']]),
    import: new Map([[String(given.import), 'one file']]),
    happened: new Map([...importTraces()].map(([name, { label }]) => [name, label])),
    segment: new Map(segments.map(({ id, name }) => [id, name])),
    reward: rewardNames(rewards),
  }) satisfies FilterNames;

/** What a search found. */
interface SearchOutcome {
  readonly found?: Page<FoundSignup> & {
    /** Only signups behind this position were searched. */
    readonly searchedAfter: number | undefined;
  };
  /** Why there is no result. */
  readonly problem?: Problem;
  /** Whether the signups can be downloaded: there are some, or nobody knows yet. */
  readonly mayDownload: boolean;
}

/** A page of the signups that match the address. */
export async function find(ctx: WebContext, request: FastifyRequest): Promise<SearchOutcome> {
  try {
    const page = { limit: rowsPerPage, offset: offsetOf(request) };
    const query = { ...(await readSearch(ctx, request)), ...page };
    const { session, waitlist, over } = request;
    const found = await ctx.read({ ...session, over }, (from) =>
      searchSignups(from, session.caller, waitlist.id, query, isWhole(request)),
    );
    return { found, mayDownload: found.total > 0 };
  } catch (error) {
    const isShown = error instanceof AppError && (error.code === 'invalid_request' || isTooSlow(error));
    if (!isShown) throw error;
    return { problem: toProblem(error.message), mayDownload: isTooSlow(error) };
  }
}
