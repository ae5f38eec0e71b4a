import type { OperationTexts } from '../operation-text.ts';

/** The operations of reviews. */
export const reviewsTexts = {
  listReviews: {
    description:
      'Newest first: signups that passed a code and that something speaks against, and those that somebody has decided. Only of waitlists that judge referrals (`abuse.mode` in the settings).',
    answers: { 200: 'A page of reviews.' },
  },
  listReferrers: {
    description:
      'Those whose codes others passed, the most open reviews first. Look here before you look at single signups.',
    answers: { 200: 'A page of referrers.' },
  },
  approveReview: {
    description:
      'Credits the referrer, and sends a mail that was held. No position changes. The same again is the same answer; it also changes an earlier rejection. A later bounce no longer takes the credit back.',
    answers: { 200: 'The review as it is now.' },
  },
  rejectReview: {
    description:
      'The referrer gets no credit for the signup, or loses it. The signup stays, with its position. It never settles by itself any more; it can be approved later.',
    answers: { 200: 'The review as it is now.' },
  },
  decideReviews: {
    description:
      'Approves or rejects all open reviews that match the filter, at most 10,000. Begin with `dry_run`, which only counts. It works in parts: after a 5xx some may be decided, and the same request decides the rest.',
    answers: { 200: 'How many matched, and how many were decided.' },
  },
} as const satisfies OperationTexts;

/** The operations of rewards that people earned. */
export const rewardsTexts = {
  listRewards: {
    description: 'Who earned what, newest first, and whether it was handed over.',
    answers: { 200: 'A page of earned rewards.' },
  },
  exportRewards: {
    description:
      'The same as CSV, with a column `field.KEY` for each custom field: an address to ship to is in it. Cells that look like formulas are escaped.',
    answers: { 200: 'The CSV file.' },
  },
  fulfilRewards: {
    description:
      'Notes that rewards were handed over, with who and when, or takes that back with `"fulfilled": false`. It changes all that match and are not so yet, at most 10,000 in one call; the same again changes nothing. Publishes `reward.fulfilled` for each. With `dry_run` it only counts.',
    answers: { 200: 'How many matched, and how many were changed.' },
  },
} as const satisfies OperationTexts;
