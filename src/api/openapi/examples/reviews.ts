import type { Example } from './example.ts';

/** Examples of the review of referrals. */
export const reviewsExamples = {
  listReviews: {
    params: { id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f' },
    query: {
      state: 'open',
      reason: 'alias',
      referrer_id: '01a1fc51-de15-7633-85e0-e7dfded7d26b',
      domain: 'example.com',
      limit: 50,
      offset: 0,
    },
    answers: {
      '200': {
        data: [
          {
            signup_id: '01a1fc51-df12-7013-89e6-4f49604350f3',
            email: 'margaret@example.com',
            position: 4,
            referrer: {
              id: '01a1fc51-de15-7633-85e0-e7dfded7d26b',
              email: 'grace@example.com',
              referral_code: '7rw9pckvw3',
            },
            verdict: 'withheld',
            reasons: [
              { code: 'alias', detail: 'The same mailbox is on the list already, or is the referrer’s.' },
            ],
            state: 'open',
            credited: false,
            settles_at: null,
            created_at: '2026-11-21T04:16:26.387Z',
          },
        ],
        total: 1,
        limit: 50,
        offset: 0,
        has_more: false,
      },
    },
  },
  listReferrers: {
    params: { id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f' },
    query: { limit: 50, offset: 0 },
    answers: {
      '200': {
        data: [
          {
            signup_id: '01a1fc51-de15-7633-85e0-e7dfded7d26b',
            email: 'grace@example.com',
            referral_code: '7rw9pckvw3',
            claims: 3,
            credited: 2,
            withheld: 1,
            bounced: 0,
            top_reasons: ['alias'],
          },
        ],
        total: 1,
        limit: 50,
        offset: 0,
        has_more: false,
      },
    },
  },
  approveReview: {
    params: { id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f', signupId: '01a1fc51-df12-7013-89e6-4f49604350f3' },
    answers: {
      '200': {
        signup_id: '01a1fc51-df12-7013-89e6-4f49604350f3',
        email: 'margaret@example.com',
        position: 4,
        referrer: {
          id: '01a1fc51-de15-7633-85e0-e7dfded7d26b',
          email: 'grace@example.com',
          referral_code: '7rw9pckvw3',
        },
        verdict: 'withheld',
        reasons: [
          { code: 'alias', detail: 'The same mailbox is on the list already, or is the referrer’s.' },
        ],
        state: 'approved',
        credited: true,
        settles_at: null,
        created_at: '2026-11-21T04:16:26.387Z',
      },
    },
  },
  rejectReview: {
    params: { id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f', signupId: '01a1fc51-df12-7013-89e6-4f49604350f3' },
    answers: {
      '200': {
        signup_id: '01a1fc51-df12-7013-89e6-4f49604350f3',
        email: 'margaret@example.com',
        position: 4,
        referrer: {
          id: '01a1fc51-de15-7633-85e0-e7dfded7d26b',
          email: 'grace@example.com',
          referral_code: '7rw9pckvw3',
        },
        verdict: 'withheld',
        reasons: [
          { code: 'alias', detail: 'The same mailbox is on the list already, or is the referrer’s.' },
        ],
        state: 'rejected',
        credited: false,
        settles_at: null,
        created_at: '2026-11-21T04:16:26.387Z',
      },
    },
  },
  decideReviews: {
    params: { id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f' },
    body: {
      action: 'reject',
      filter: { referrer_id: '01a1fc51-de15-7633-85e0-e7dfded7d26b' },
      dry_run: false,
    },
    answers: { '200': { matched: 1, changed: 1 } },
  },
} as const satisfies Readonly<Record<string, Example>>;
