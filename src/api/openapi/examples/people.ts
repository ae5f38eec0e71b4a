import type { Example } from './example.ts';

/** Examples of people, their addresses and their rights. */
export const peopleExamples = {
  confirmSignup: {
    body: { token: 'AwGh_ABFY3gBofxR25t7_boB1SbYvUUvAaH8Ud8ScBOJ5k9JYENQ8wAAkJZ3c0vPqZ5c' },
    answers: {
      '200': {
        signup_id: '01a1fc51-df12-7013-89e6-4f49604350f3',
        confirmed_at: '2026-11-21T04:16:28.702Z',
        first: true,
      },
    },
  },
  listSuppressions: {
    query: { email: 'margaret@example.com', limit: 50, offset: 0 },
    answers: {
      '200': {
        data: [
          {
            id: '01a1fc60-1b2f-7c4e-9d0a-5f6e7d8c9b0a',
            waitlist_id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
            reason: 'unsubscribed',
            created_at: '2026-11-21T04:32:08.111Z',
          },
        ],
        total: 1,
        limit: 50,
        offset: 0,
        has_more: false,
      },
    },
  },
  exportSuppressions: {
    answers: {
      '200':
        'id,waitlist_id,reason,created_at\n01a1fc60-1b2f-7c4e-9d0a-5f6e7d8c9b0a,01a1fc51-dbab-7bfd-ba01-d526d8bd452f,unsubscribed,2026-11-21T04:32:08.111Z\n',
    },
  },
  addSuppression: {
    body: { email: 'grace@example.com', waitlist_id: null },
    answers: {
      '201': {
        id: '01a1fc61-77aa-7b1c-8e2d-0a1b2c3d4e5f',
        waitlist_id: null,
        reason: 'manual',
        created_at: '2026-11-21T04:33:37.066Z',
      },
    },
  },
  removeSuppression: {
    body: { email: 'grace@example.com' },
    answers: {},
  },
  exportPerson: {
    body: { email: 'margaret@example.com' },
    answers: {
      '200': {
        email: 'margaret@example.com',
        exported_at: '2026-11-21T04:35:02.418Z',
        complete: true,
        signups: [
          {
            id: '01a1fc51-df12-7013-89e6-4f49604350f3',
            email: 'margaret@example.com',
            position: 4,
            display_position: 4,
            utm_source: 'newsletter',
            referrer: 'https://www.example.org/post',
            referral_code: 'yw21t7b91h',
            referral_count: 0,
            referred_by: '01a1fc51-de15-7633-85e0-e7dfded7d26b',
            metadata: { page: 'pricing' },
            fields: { company: 'Acme', team_size: 12 },
            created_at: '2026-11-21T04:16:26.387Z',
            email_status: 'clicked',
            email_delivered_at: '2026-11-21T04:16:26.921Z',
            email_opened_at: '2026-11-21T04:16:27.657Z',
            email_clicked_at: '2026-11-21T04:16:28.403Z',
            waitlist_id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
            waitlist_name: 'Acme Notes',
            unsubscribed_at: null,
            confirmation: null,
            rewards: [],
          },
        ],
        mails: [
          {
            id: '01a1fc51-df12-7013-89e6-4f49604350f3',
            signup_id: '01a1fc51-df12-7013-89e6-4f49604350f3',
            kind: 'signup',
            state: 'sent',
            provider: 'resend',
            error: null,
            sent_at: '2026-11-21T04:16:26.702Z',
            bounce_class: null,
            bounce_reason: null,
          },
        ],
        mail_events: [
          {
            mail_id: '01a1fc51-df12-7013-89e6-4f49604350f3',
            provider: 'resend',
            status: 'delivered',
            occurred_at: '2026-11-21T04:16:26.921Z',
            received_at: '2026-11-21T04:16:27.104Z',
            bounce_class: null,
            bounce_reason: null,
          },
        ],
        referral_claims: [
          {
            signup_id: '01a1fc51-df12-7013-89e6-4f49604350f3',
            referrer_id: '01a1fc51-de15-7633-85e0-e7dfded7d26b',
            verdict: 'ok',
            reasons: [],
            state: 'open',
            credited: true,
            created_at: '2026-11-21T04:16:26.387Z',
            reviewed_at: null,
          },
        ],
        invitations: [],
        conversions: [],
        suppressions: [],
        events: [
          {
            id: '01a1fc51-df12-7013-89e6-4f49604350f3',
            type: 'signup.created',
            waitlist_id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
            created_at: '2026-11-21T04:16:26.391Z',
            data: { id: '01a1fc51-df12-7013-89e6-4f49604350f3', email: 'margaret@example.com', position: 4 },
          },
        ],
        deliveries: [
          {
            id: '8f14e45f-ceea-4e67-9a2b-5d1c7d3f0a11',
            integration_type: 'webhook',
            event_id: '01a1fc51-df12-7013-89e6-4f49604350f3',
            status: 'success',
            error: null,
            created_at: '2026-11-21T04:16:26.402Z',
            request: '{"type":"signup.created","data":{"email":"margaret@example.com"}}',
            response: 'ok',
          },
        ],
        import_rows: [],
      },
    },
  },
  erasePerson: {
    body: { email: 'margaret@example.com', suppress: true },
    answers: {
      '200': {
        erasure_id: '01a1fc62-30c1-7d52-a6f0-8b9c0d1e2f3a',
        signups: 1,
        mails: 1,
        events: 3,
      },
    },
  },
} as const satisfies Readonly<Record<string, Example>>;
