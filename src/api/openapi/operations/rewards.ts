import type { OperationTexts } from '../operation-text.ts';

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
