import type { Acting } from '../../../account/audit/actor.ts';
import { recordAction } from '../../../account/audit/record-action.ts';
import { findWaitlist, lockWaitlistCounter } from '../../../list/waitlists/queries.ts';
import { notFound, unavailable } from '../../../platform/errors.ts';
import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Tx } from '../../../platform/postgres/connection.ts';
import { transaction } from '../../../platform/postgres/transaction.ts';
import type { JobNotifier } from '../../../platform/queue/job-notifier.ts';
import type { JobNotification } from '../../../platform/queue/jobs.ts';
import type { Context } from '../../context.ts';
import { changeClaims } from '../claims/change-claims.ts';
import { type Decision, review } from '../claims/decide.ts';
import type { HeldClaim } from '../claims/queries.ts';
import { releaseEmails } from '../claims/release-emails.ts';
import { toReview } from './list-reviews.ts';
import { findReview, listReviewed } from './queries.ts';
import type { Review, ReviewBulkInput, ReviewBulkResult, reviewStates } from './schema.ts';

type ReviewContext = Context & { readonly notifier: JobNotifier };

/** A waitlist and who decides. */
interface Reviewing extends Acting {
  readonly waitlistId: string;
  /** Who decides: the id of a user, or what stands for an API key. */
  readonly by: string;
}

/** Claims that one transaction decides: the list's signups wait for it. */
const claimsPerPart = 200;
const mostPerBulk = 10_000;

const actions = { approve: 'review.approved', reject: 'review.rejected' } as const;

/** The reviewer that a claim names if an API key decided. */
const byApiKey = 'api_key';

/**
 * Approves or rejects a referral (N4). Approving credits it and sends a mail that was held; rejecting takes
 * the credit. The signup and all positions stay. The same again is the same answer; the other way changes it.
 * @throws AppError not_found for an unknown waitlist, or a signup without a referral that was judged
 */
export async function decideReview(
  ctx: ReviewContext,
  caller: Acting,
  waitlistId: string,
  signupId: string,
  decision: Decision,
  by = byApiKey,
): Promise<Review> {
  const list = { ...caller, waitlistId, by };
  const { found } = await decide(ctx, list, [signupId], decision);
  const row = found.length === 1 ? await findReview(ctx.sql, list, signupId) : undefined;
  return toReview(row ?? notFound('review'));
}

interface DecideOptions {
  readonly by?: string;
  isAnswered?(): boolean;
  /** Which reviews: by default those that nobody has decided. */
  readonly state?: (typeof reviewStates)[number];
}

/**
 * Decides reviews that match a filter (N4), 10,000 at most, in parts that each are one transaction. With
 * `dry_run` it only counts. @throws AppError not_found; internal_error 503 if `isAnswered` says meanwhile
 * that the request has its answer. What was decided until then stays.
 */
export async function decideReviews(
  ctx: ReviewContext,
  caller: Acting,
  waitlistId: string,
  { action, filter, dry_run }: ReviewBulkInput,
  { by = byApiKey, isAnswered = () => false, state: wanted = 'open' }: DecideOptions = {},
): Promise<ReviewBulkResult> {
  (await findWaitlist(ctx.sql, caller.accountId, waitlistId)) ?? notFound('waitlist');
  const list = { ...caller, waitlistId, by };
  const ids = await listReviewed(ctx.sql, list, { ...filter, state: wanted }, mostPerBulk);
  let changed = 0;
  for (let from = 0; from < ids.length && !dry_run; from += claimsPerPart) {
    if (isAnswered()) throw unavailable(new Error('The reviews took too long'));
    const part = ids.slice(from, from + claimsPerPart);
    changed += (await decide(ctx, list, part, action, ({ state }) => state === wanted)).changed;
  }
  return { matched: ids.length, changed };
}

/** The audit log counts what changed. @returns the claims that were there, and how many changed */
async function decide(
  ctx: ReviewContext,
  { waitlistId, by, ...acting }: Reviewing,
  signupIds: readonly string[],
  decision: Decision,
  isWanted: (claim: HeldClaim) => boolean = () => true,
): Promise<{ found: string[]; changed: number }> {
  const { accountId } = acting;
  const now = new Date();
  const result = await transaction(ctx.sql, async (tx: Tx) => {
    (await lockWaitlistCounter(tx, accountId, waitlistId)) ?? notFound('waitlist');
    const { held, changes, fired } = await changeClaims(tx, accountId, waitlistId, signupIds, (claim) =>
      claim.has_referrer && isWanted(claim) ? review(claim, decision, by, now) : claim,
    );
    const released = changes.flatMap(({ before, after }) =>
      before.email_held && !after.email_held ? [before] : [],
    );
    const mails: RowKey[] = await releaseEmails(tx, accountId, released);
    if (changes.length > 0)
      await recordAction(tx, acting, actions[decision], {
        id: waitlistId,
        details: { count: changes.length },
      });
    const found = held.filter(({ has_referrer }) => has_referrer).map(({ signup_id }) => signup_id);
    return { found, changed: changes.length, fired, mails: mails as JobNotification[] };
  });
  ctx.notifier.notify('fan-out-event', result.fired);
  ctx.notifier.notify('send-signup-email', result.mails);
  return result;
}
