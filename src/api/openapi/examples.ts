import type { EventType, OutboundEvent } from '../../shared/events.ts';
import type { OperationId } from './operations.ts';

interface Example {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  /** Values of further query parameters, which this request does not have. */
  readonly otherQuery?: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly body?: unknown;
  /** Each answer that has a body, by its status. */
  readonly answers: Readonly<Record<number, unknown>>;
}

/** A value of each filter of signups. */
const filterExamples = {
  email: 'margaret@example.com',
  referral_code: 'YW21T-7B91H',
  utm_source: 'newsletter',
  email_status: 'clicked',
  referred_by: '01a1fc51-de15-7633-85e0-e7dfded7d26b',
  created_from: '2026-11-21',
  created_to: '2026-11-21T12:00:00Z',
  q: 'margaret@',
  confirmed: 'true',
  fields: { 'field.company': 'Acme', 'field.team_size': '12' },
};

/** The settings of a waitlist, as reading and changing them answer. */
const settings = {
  links: { site_url: 'https://notes.example.com/', status_page: true, hide: ['total'] },
  confirmation: {
    enabled: false,
    expires_hours: 48,
    url: null,
    redirect_url: null,
    remind_after_hours: null,
    credit: 'on_signup',
  },
  abuse: {
    mode: 'off',
    velocity: { per_hour: 20, burst: 20 },
    settle_hours: 48,
    hold_email: false,
    reasons: {
      disposable_domain: 'withhold',
      blocked_domain: 'withhold',
      alias: 'withhold',
      velocity: 'withhold',
      domain_cluster: 'withhold',
      scripted: 'flag',
      network: 'flag',
      no_mx: 'withhold',
      bounced: 'withhold',
      complained: 'withhold',
      failed: 'flag',
      tainted_code: 'withhold',
    },
    block_domains: [],
    allow_domains: [],
    allow_networks: [],
  },
  retention: { unconfirmed_days: 30, delete_on: null },
};

/** One request of every operation with its answers, as a running service gave them: all of them are of one story. */
export const examples: Readonly<Record<OperationId, Example>> = {
  readAccount: {
    answers: {
      '200': {
        account_id: '01a1fc51-d9be-7f35-9ee4-6474255aa530',
        plan: 'launch',
        quota: {
          tier: 'launch',
          signups_used: 4,
          signups_limit: 0,
          signups_remaining: 0,
          percent_used: 0,
          can_add_signup: true,
        },
      },
    },
  },
  createWaitlist: {
    body: {
      name: 'Acme Notes',
    },
    answers: {
      '201': {
        id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
        name: 'Acme Notes',
        created_at: '2026-11-21T04:16:25.517Z',
      },
    },
  },
  listWaitlists: {
    query: {
      limit: 1,
      offset: 0,
    },
    answers: {
      '200': {
        data: [
          {
            id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
            name: 'Acme Notes',
            created_at: '2026-11-21T04:16:25.517Z',
            signup_count: 4,
          },
        ],
        total: 2,
        limit: 1,
        offset: 0,
        has_more: true,
      },
    },
  },
  readWaitlist: {
    params: {
      id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
    },
    answers: {
      '200': {
        id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
        name: 'Acme Notes',
        created_at: '2026-11-21T04:16:25.517Z',
        referral_bonus: 2,
      },
    },
  },
  updateWaitlist: {
    params: {
      id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
    },
    body: {
      referral_bonus: 2,
    },
    answers: {
      '200': {
        id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
        name: 'Acme Notes',
        created_at: '2026-11-21T04:16:25.517Z',
        referral_bonus: 2,
      },
    },
  },
  deleteWaitlist: {
    params: {
      id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
    },
    answers: {},
  },
  createSignup: {
    params: {
      id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
    },
    body: {
      email: 'margaret@example.com',
      utm_source: 'newsletter',
      referrer: 'https://www.example.org/post',
      referral_code: 'c2majcc6rg',
      metadata: {
        page: 'pricing',
      },
      fields: {
        company: 'Acme',
        team_size: 12,
      },
    },
    answers: {
      '201': {
        id: '01a1fc51-df12-7013-89e6-4f49604350f3',
        position: 4,
        total: 4,
        referral_code: 'yw21t7b91h',
      },
    },
  },
  addSignups: {
    params: {
      id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
    },
    body: {
      signups: [
        { email: 'joan@example.com', utm_source: 'import' },
        { email: 'ada@example.com' },
        { email: 'edith@example.com', fields: { team_size: 'ten' } },
      ],
      notify: false,
    },
    answers: {
      '200': {
        data: [
          {
            index: 0,
            status: 'created',
            id: '01a1fc51-e2b4-7c11-8000-6d1f0a92c4be',
            position: 5,
            referral_code: 'm3c9d0x8ta',
          },
          {
            index: 1,
            status: 'existing',
            id: '01a1fc51-de15-7633-85e0-e7dfded7d26b',
            position: 3,
            referral_code: 'c2majcc6rg',
          },
          {
            index: 2,
            status: 'rejected',
            error: { code: 'invalid_request', message: 'fields.team_size: expected a number' },
          },
        ],
        created: 1,
        existing: 1,
        rejected: 1,
      },
    },
  },
  listSignups: {
    params: {
      id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
    },
    query: {
      limit: 2,
      offset: 0,
    },
    otherQuery: { ...filterExamples, order: 'display_position', include: 'confirmation' },
    answers: {
      '200': {
        data: [
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
            metadata: {
              page: 'pricing',
            },
            fields: {
              company: 'Acme',
              team_size: 12,
            },
            created_at: '2026-11-21T04:16:26.387Z',
            email_status: 'clicked',
            email_delivered_at: '2026-11-21T04:16:26.921Z',
            email_opened_at: '2026-11-21T04:16:27.657Z',
            email_clicked_at: '2026-11-21T04:16:28.403Z',
          },
          {
            id: '01a1fc51-de15-7633-85e0-e7dfded7d26b',
            email: 'ada@example.com',
            position: 3,
            display_position: 1,
            utm_source: null,
            referrer: null,
            referral_code: 'c2majcc6rg',
            referral_count: 1,
            referred_by: null,
            metadata: {
              page: 'home',
            },
            fields: {},
            created_at: '2026-11-21T04:16:26.133Z',
            email_status: 'sent',
            email_delivered_at: null,
            email_opened_at: null,
            email_clicked_at: null,
          },
        ],
        total: 4,
        limit: 2,
        offset: 0,
        has_more: true,
      },
    },
  },
  readSignup: {
    params: {
      id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
      signupId: '01a1fc51-df12-7013-89e6-4f49604350f3',
    },
    otherQuery: { include: 'confirmation' },
    answers: {
      '200': {
        id: '01a1fc51-df12-7013-89e6-4f49604350f3',
        email: 'margaret@example.com',
        position: 4,
        display_position: 4,
        utm_source: 'newsletter',
        referrer: 'https://www.example.org/post',
        referral_code: 'yw21t7b91h',
        referral_count: 0,
        referred_by: '01a1fc51-de15-7633-85e0-e7dfded7d26b',
        metadata: {
          page: 'pricing',
        },
        fields: {
          company: 'Acme',
          team_size: 12,
        },
        created_at: '2026-11-21T04:16:26.387Z',
        email_status: 'clicked',
        email_delivered_at: '2026-11-21T04:16:26.921Z',
        email_opened_at: '2026-11-21T04:16:27.657Z',
        email_clicked_at: '2026-11-21T04:16:28.403Z',
      },
    },
  },
  exportSignups: {
    params: {
      id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
    },
    otherQuery: filterExamples,
    answers: {
      '200':
        'position,email,created_at,utm_source,referrer,email_status,email_delivered_at,email_opened_at,email_clicked_at,metadata,id,referral_code,referral_count,referred_by,display_position,fields,confirmed_at,unsubscribed_at,review_state,invitation_state,invited_at,converted_at\n1,grace@example.com,2026-11-21T04:16:25.795Z,,,sent,,,,{},01a1fc51-dca3-7c99-9392-68e73b0fc6e5,bwaghjpk49,0,,1,{},,,,,,\n2,alan@example.com,2026-11-21T04:16:25.976Z,,,sent,,,,{},01a1fc51-dd77-7307-851f-9d9e45dd963e,1622yvcj37,0,,2,{},,,,,,\n3,ada@example.com,2026-11-21T04:16:26.133Z,,,sent,,,,"{""page"":""home""}",01a1fc51-de15-7633-85e0-e7dfded7d26b,c2majcc6rg,1,,1,{},,,,,,\n4,margaret@example.com,2026-11-21T04:16:26.387Z,newsletter,https://www.example.org/post,clicked,2026-11-21T04:16:26.921Z,2026-11-21T04:16:27.657Z,2026-11-21T04:16:28.403Z,"{""page"":""pricing""}",01a1fc51-df12-7013-89e6-4f49604350f3,yw21t7b91h,0,01a1fc51-de15-7633-85e0-e7dfded7d26b,4,"{""company"":""Acme"",""team_size"":12}",,,,,,\n',
    },
  },
  readSignupLinks: {
    params: { id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f', signupId: '01a1fc51-df12-7013-89e6-4f49604350f3' },
    answers: {
      '200': {
        referral_link: 'https://notes.example.com/?ref=yw21t7b91h',
        status_token: 'AQGh_FHZvn81nuRkdCVaqlMBofxR3xJwE4nmT0lgQ1DzAACcn2jHq3v0oQwq7k3Z6mXT',
        status_url:
          'https://waitlist.example.com/s/AQGh_FHZvn81nuRkdCVaqlMBofxR3xJwE4nmT0lgQ1DzAACcn2jHq3v0oQwq7k3Z6mXT',
        unsubscribe_url:
          'https://waitlist.example.com/u/AgGh_ABFY3gBofxR25t7_boB1SbYvUUvAaH8Ud8ScBOJ5k9JYENQ8wAAkJZ3c0vPqZ5cPp0h1tYxqQ',
      },
    },
  },
  readSettings: {
    params: { id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f' },
    answers: {
      '200': settings,
    },
  },
  updateSettings: {
    params: { id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f' },
    body: { links: { site_url: 'https://notes.example.com/', status_page: true } },
    answers: {
      '200': settings,
    },
  },
  revokeLinks: {
    params: { id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f' },
    body: { kind: 'status' },
    answers: {},
  },
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
          },
        ],
        mail_events: [
          {
            mail_id: '01a1fc51-df12-7013-89e6-4f49604350f3',
            provider: 'resend',
            status: 'delivered',
            occurred_at: '2026-11-21T04:16:26.921Z',
            received_at: '2026-11-21T04:16:27.104Z',
          },
        ],
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
  readStatus: {
    answers: {
      '200': {
        waitlist_name: 'Acme Notes',
        position: 4,
        display_position: 4,
        total: null,
        referral_code: 'yw21t7b91h',
        referral_link: 'https://notes.example.com/?ref=yw21t7b91h',
        referral_count: 0,
        confirmed: null,
        invitation_state: null,
      },
    },
  },
  removeSignup: {
    params: {
      id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
      signupId: '01a1fc51-df12-7013-89e6-4f49604350f3',
    },
    answers: {},
  },
  readStats: {
    params: {
      id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
    },
    query: {
      from: '2026-11-19',
      to: '2026-11-21',
    },
    otherQuery: { include: 'confirmation' },
    answers: {
      '200': {
        waitlist_id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
        total: 4,
        range_total: 4,
        range_from: '2026-11-19',
        range_to: '2026-11-21',
        daily: [
          {
            date: '2026-11-19',
            signups: 0,
          },
          {
            date: '2026-11-20',
            signups: 0,
          },
          {
            date: '2026-11-21',
            signups: 4,
          },
        ],
        by_source: [
          {
            source: 'direct',
            signups: 3,
          },
          {
            source: 'newsletter',
            signups: 1,
          },
        ],
        email_engagement: {
          emails_sent: 4,
          delivery_rate: 25,
          open_rate: 25,
          click_rate: 25,
        },
        growth: {
          last_7: 4,
          prev_7: 0,
          delta: null,
        },
        referrer_domains: [
          {
            domain: 'example.org',
            signups: 1,
          },
        ],
        referred_count: 1,
      },
    },
  },
  listFields: {
    params: {
      id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
    },
    query: {
      limit: 50,
      offset: 0,
    },
    answers: {
      '200': {
        data: [
          {
            key: 'company',
            label: 'Company',
            type: 'string',
            required: false,
            position: 0,
          },
          {
            key: 'team_size',
            label: 'Team size',
            type: 'number',
            required: false,
            position: 1,
          },
        ],
        total: 2,
        limit: 50,
        offset: 0,
        has_more: false,
      },
    },
  },
  createField: {
    params: {
      id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
    },
    body: {
      key: 'team_size',
      label: 'Team size',
      type: 'number',
    },
    answers: {
      '201': {
        key: 'team_size',
        label: 'Team size',
        type: 'number',
        required: false,
        position: 1,
      },
    },
  },
  updateField: {
    params: {
      id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
      key: 'company',
    },
    body: {
      label: 'Company name',
    },
    answers: {
      '200': {
        key: 'company',
        label: 'Company name',
        type: 'string',
        required: false,
        position: 0,
      },
    },
  },
  deleteField: {
    params: {
      id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
      key: 'team_size',
    },
    answers: {},
  },
  listIntegrations: {
    answers: {
      '200': [
        {
          type: 'webhook',
          enabled: true,
          created_at: '2026-11-21T04:16:25.586Z',
        },
      ],
    },
  },
  setIntegration: {
    params: {
      type: 'webhook',
    },
    body: {
      config: {
        url: 'https://acme.example/hooks/waitlist',
        events: ['signup.created', 'signup.removed'],
      },
    },
    answers: {
      '200': {
        type: 'webhook',
        enabled: true,
        signing_secret: null,
      },
      '201': {
        type: 'webhook',
        enabled: true,
        signing_secret: 'whsec_5NvMRFbW8EIwYzqKtNUNte/vDj9a4Ma6YW6Hge/r6tY=',
      },
    },
  },
  updateIntegration: {
    params: {
      type: 'webhook',
    },
    body: {
      enabled: false,
    },
    answers: {
      '200': {
        type: 'webhook',
        enabled: false,
        created_at: '2026-11-21T04:16:25.586Z',
      },
    },
  },
  deleteIntegration: {
    params: {
      type: 'webhook',
    },
    answers: {},
  },
  listDeliveries: {
    params: {
      type: 'webhook',
    },
    answers: {
      '200': [
        {
          id: '26b7dc49-8db0-4642-a673-381132ec0071',
          event_type: 'signup.email_clicked',
          status: 'success',
          response_status: 204,
          error: null,
          created_at: '2026-11-21T04:16:28.426Z',
          delivered_at: '2026-11-21T04:16:28.432Z',
          is_test: false,
        },
        {
          id: '6565f8b8-b5ab-4794-a756-78f16e9facf3',
          event_type: 'signup.email_opened',
          status: 'success',
          response_status: 204,
          error: null,
          created_at: '2026-11-21T04:16:27.691Z',
          delivered_at: '2026-11-21T04:16:27.702Z',
          is_test: false,
        },
      ],
    },
  },
  listEvents: {
    query: {
      after: 'e2',
      limit: 1,
    },
    otherQuery: {
      from: '2026-11-21T04:00:00Z',
      types: 'signup.created,signup.removed',
      waitlist_id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
    },
    answers: {
      '200': {
        data: [
          {
            id: '01a1fc51-df12-7013-89e6-4f49604350f3',
            type: 'signup.created',
            waitlist_id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
            created_at: '2026-11-21T04:16:26.402Z',
            data: {
              id: '01a1fc51-df12-7013-89e6-4f49604350f3',
              waitlist_id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
              waitlist_name: 'Acme Notes',
              email: 'margaret@example.com',
              position: 4,
              total: 4,
              referral_code: 'yw21t7b91h',
              referred_by: '01a1fc51-de15-7633-85e0-e7dfded7d26b',
              utm_source: 'newsletter',
              metadata: {
                page: 'pricing',
              },
              created_at: '2026-11-21T04:16:26.387Z',
            },
          },
        ],
        next_cursor: 'e3',
        has_more: true,
      },
    },
  },
  readDelivery: {
    params: {
      type: 'webhook',
      deliveryId: '6565f8b8-b5ab-4794-a756-78f16e9facf3',
    },
    answers: {
      '200': {
        id: '6565f8b8-b5ab-4794-a756-78f16e9facf3',
        event_type: 'signup.email_opened',
        status: 'failed',
        response_status: 500,
        error: 'The receiver answered 500.',
        created_at: '2026-11-21T04:16:27.691Z',
        delivered_at: null,
        is_test: false,
        event_id: '01a1fc51-e40b-7e0d-8f2b-6a1c9d3e5b72',
        attempt: 1,
        request: {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'service-timestamp': '1795234587',
            'webhook-id': '01a1fc51-e40b-7e0d-8f2b-6a1c9d3e5b72',
            'webhook-timestamp': '1795234587',
          },
          body: '{"type":"signup.email_opened","data":{"id":"01a1fc51-df12-7013-89e6-4f49604350f3","waitlist_id":"01a1fc51-dbab-7bfd-ba01-d526d8bd452f","waitlist_name":"Acme Notes","email":"margaret@example.com","position":4,"occurred_at":"2026-11-21T04:16:27.657Z"}}',
        },
        response: {
          status: 500,
          body: 'upstream timed out',
        },
      },
    },
  },
  readHealth: {
    params: {
      type: 'webhook',
    },
    answers: {
      '200': {
        state: 'failing',
        failing_since: '2026-11-21T04:16:27.702Z',
        disabled_at: null,
        reason: 'The receiver answered 500.',
        pending: 2,
        oldest_pending: '2026-11-21T04:16:27.657Z',
      },
    },
  },
  redeliverEvent: {
    params: {
      type: 'webhook',
      eventId: '01a1fc51-e40b-7e0d-8f2b-6a1c9d3e5b72',
    },
    answers: {
      '202': {
        event_id: '01a1fc51-e40b-7e0d-8f2b-6a1c9d3e5b72',
      },
    },
  },
  replayEvents: {
    params: {
      type: 'webhook',
    },
    body: {
      since: '2026-11-21T04:00:00Z',
      until: '2026-11-21T05:00:00Z',
      types: ['signup.created'],
      only: 'failed',
    },
    answers: {
      '202': {
        replay_id: '01a1fc52-0b7d-7c35-8e19-4d2f6a8b0c17',
        matched: 12,
      },
    },
  },
  rotateSecret: {
    body: {
      overlap_hours: 24,
    },
    answers: {
      '200': {
        signing_secret: 'whsec_IunrID6AJ/e8bXLNfnpJt/nNelA+RZTAFotYVXIZHoE=',
        previous_expires_at: '2026-11-22T04:16:29.804Z',
      },
    },
  },
  receiveManagedEmailEvents: {
    body: {
      type: 'email.delivered',
      created_at: '2026-11-21T04:16:26.921Z',
      data: {
        email_id: '5719eda8-7336-4d7f-a069-5cbdb5bf1786',
        tags: {
          signup_id: '01a1fc51-df12-7013-89e6-4f49604350f3',
        },
        created_at: '2026-11-21T04:16:26.921Z',
        from: 'Acme <hello@acme.test>',
        to: ['margaret@example.com'],
        subject: 'You are #4 on the list for Acme Notes',
      },
    },
    answers: {
      '200': {
        received: true,
      },
    },
  },
  receiveAccountEmailEvents: {
    params: {
      token: '3tq0w1c8m5x7v9b2n4k6j8h0gd',
    },
    body: {
      type: 'email.delivered',
      created_at: '2026-11-21T04:16:26.921Z',
      data: {
        email_id: '5719eda8-7336-4d7f-a069-5cbdb5bf1786',
        tags: {
          signup_id: '01a1fc51-df12-7013-89e6-4f49604350f3',
        },
        created_at: '2026-11-21T04:16:26.921Z',
        from: 'Acme <hello@acme.test>',
        to: ['margaret@example.com'],
        subject: 'You are #4 on the list for Acme Notes',
      },
    },
    answers: {
      '200': {
        received: true,
      },
    },
  },
  checkHealth: {
    answers: {
      '200': {
        status: 'ok',
      },
    },
  },
  checkReadiness: {
    answers: {
      '200': {
        status: 'ok',
      },
      '503': {
        status: 'unready',
        reason: 'the database cannot be reached',
      },
    },
  },
};

/** Each event as a receiver got it, signed with the secret in the example of setIntegration. */
export const eventExamples: {
  readonly [Type in EventType]: {
    readonly id: string;
    readonly timestamp: string;
    readonly signature: string;
    readonly standardSignature: string;
    readonly body: Extract<OutboundEvent, { type: Type }>;
  };
} = {
  'signup.created': {
    id: '01a1fc51-df12-7013-89e6-4f49604350f3',
    timestamp: '1795234586',
    signature: 'v1=85b2f68afa77139fdbdaa1e4ed4b36f9422438fa261ab81ce92928f86059408e',
    standardSignature: 'v1,r8lK3dcuG8/4FH1TXFMjJVbKB0c9remVQKGhxLJKya0=',
    body: {
      type: 'signup.created',
      data: {
        id: '01a1fc51-df12-7013-89e6-4f49604350f3',
        waitlist_id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
        waitlist_name: 'Acme Notes',
        email: 'margaret@example.com',
        position: 4,
        total: 4,
        referral_code: 'yw21t7b91h',
        referred_by: '01a1fc51-de15-7633-85e0-e7dfded7d26b',
        utm_source: 'newsletter',
        metadata: {
          page: 'pricing',
        },
        created_at: '2026-11-21T04:16:26.387Z',
      },
    },
  },
  'signup.email_delivered': {
    id: '01a1fc51-e13a-7c11-9a58-0d3c5b7e2f61',
    timestamp: '1795234586',
    signature: 'v1=904a74cc951ad1f1dc3f9f1dcf2e82005f1a23d865497a93ebb6d47eca322ca3',
    standardSignature: 'v1,rqlW14yoe54exelVO/ftS0WE2VTgN2XOeB9cJK0LoQI=',
    body: {
      type: 'signup.email_delivered',
      data: {
        id: '01a1fc51-df12-7013-89e6-4f49604350f3',
        waitlist_id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
        waitlist_name: 'Acme Notes',
        email: 'margaret@example.com',
        position: 4,
        occurred_at: '2026-11-21T04:16:26.921Z',
      },
    },
  },
  'signup.email_opened': {
    id: '01a1fc51-e40b-7e0d-8f2b-6a1c9d3e5b72',
    timestamp: '1795234587',
    signature: 'v1=4f20b1139a0a8c30d61c9dacf1ad51f431eea64a942f86d93e02f5d6fb0963b9',
    standardSignature: 'v1,QYESrhY0bbcTSTf+JGyWhlZzc2mA0QE2xouPQ8j/xp4=',
    body: {
      type: 'signup.email_opened',
      data: {
        id: '01a1fc51-df12-7013-89e6-4f49604350f3',
        waitlist_id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
        waitlist_name: 'Acme Notes',
        email: 'margaret@example.com',
        position: 4,
        occurred_at: '2026-11-21T04:16:27.657Z',
      },
    },
  },
  'signup.email_clicked': {
    id: '01a1fc51-e6f5-7a3e-b4c7-2e8f1a5d6c83',
    timestamp: '1795234588',
    signature: 'v1=1690c02492dcddfda67c18f4e4e55bed316242137ede7e9a3c6b35a32a664551',
    standardSignature: 'v1,DOBjanVqj4/asMtBo5u/9CQorFL7jJVVXwlsMRwFAzA=',
    body: {
      type: 'signup.email_clicked',
      data: {
        id: '01a1fc51-df12-7013-89e6-4f49604350f3',
        waitlist_id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
        waitlist_name: 'Acme Notes',
        email: 'margaret@example.com',
        position: 4,
        occurred_at: '2026-11-21T04:16:28.403Z',
      },
    },
  },
  'signup.confirmed': {
    id: '01a1fc51-e81e-7b0d-8c64-3a9d5f2b7e18',
    timestamp: '1795234588',
    signature: 'v1=cfe00f33181ee302bbc8b09173a84c0334a920836eed63f718c79bca129c02c8',
    standardSignature: 'v1,Q8/3DkwcznRuNbFuDeeDGFKL+RG4T1oZ07j4MAlg3ms=',
    body: {
      type: 'signup.confirmed',
      data: {
        id: '01a1fc51-df12-7013-89e6-4f49604350f3',
        waitlist_id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
        waitlist_name: 'Acme Notes',
        email: 'margaret@example.com',
        position: 4,
        confirmed_at: '2026-11-21T04:16:28.702Z',
      },
    },
  },
  'signup.unsubscribed': {
    id: '01a1fc51-e88c-7d54-a3f6-1c9b5e7d2a48',
    timestamp: '1795234589',
    signature: 'v1=d0b4f8b959524f4d889a7b6884c44aad6ba73228c1eb38902fa2dcc67f548409',
    standardSignature: 'v1,IcqeYdZv4WCt160RjykCRMr+SbfEcD7SjRJsayHn6h0=',
    body: {
      type: 'signup.unsubscribed',
      data: {
        id: '01a1fc51-df12-7013-89e6-4f49604350f3',
        waitlist_id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
        waitlist_name: 'Acme Notes',
        email: 'margaret@example.com',
        position: 4,
        unsubscribed_at: '2026-11-21T04:16:29.015Z',
      },
    },
  },
  'signup.removed': {
    id: '01a1fc51-ea6d-7f42-a1d9-5b7c3e9f0a94',
    timestamp: '1795234589',
    signature: 'v1=7513f02e500c2f91c1a643805541e6b2c94eeea7df1ddc1a0e95ec30bdfefd81',
    standardSignature: 'v1,VE2zPEmsqxk/wrqO14Tjo8UZR1W68Xxt7vqmNT3gV2k=',
    body: {
      type: 'signup.removed',
      data: {
        id: '01a1fc51-df12-7013-89e6-4f49604350f3',
        waitlist_id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
        waitlist_name: 'Acme Notes',
        email: 'margaret@example.com',
        position: 4,
        metadata: {
          page: 'pricing',
        },
        created_at: '2026-11-21T04:16:26.387Z',
        removed_at: '2026-11-21T04:16:29.293Z',
      },
    },
  },
  'referral.credited': {
    id: '01a1fc51-df12-7013-8aaa-bbb1c2d3e4f5',
    timestamp: '1795234586',
    signature: 'v1=04af0db9a83fa3f4b00820277c4ecc647c94f08d07265efe1da60d2bd3988a54',
    standardSignature: 'v1,KZeKPU4Zadpag6cOqqHAkwoUPWa1LcXCZtxSqBpipOM=',
    body: {
      type: 'referral.credited',
      data: {
        id: '01a1fc51-df12-7013-89e6-4f49604350f3',
        waitlist_id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
        waitlist_name: 'Acme Notes',
        email: 'margaret@example.com',
        position: 4,
        referrer_id: '01a1fc51-de15-7633-85e0-e7dfded7d26b',
        reasons: [],
        occurred_at: '2026-11-21T04:16:26.387Z',
      },
    },
  },
  'referral.withheld': {
    id: '01a1fc51-df12-7013-8aaa-bbb1c2d3e4f6',
    timestamp: '1795234586',
    signature: 'v1=4be951cb2e43fc2e4fc373afa266c6b38a8a942e35511ee6e6267c4e643fb6cd',
    standardSignature: 'v1,YH+MgAmi/DDwZ/hUTKKkqo2g4/rlCdJDkjns9N2+V3k=',
    body: {
      type: 'referral.withheld',
      data: {
        id: '01a1fc51-df12-7013-89e6-4f49604350f3',
        waitlist_id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
        waitlist_name: 'Acme Notes',
        email: 'margaret@example.com',
        position: 4,
        referrer_id: '01a1fc51-de15-7633-85e0-e7dfded7d26b',
        reasons: ['disposable_domain'],
        occurred_at: '2026-11-21T04:16:26.387Z',
      },
    },
  },
  'referral.revoked': {
    id: '01a1fc51-e66e-7a07-8c1d-2f3a4b5c6d7e',
    timestamp: '1795234588',
    signature: 'v1=01b28316384c8c8a93f2bab33244c6b79e02d4af8a707b5d95a0eaae6658ff67',
    standardSignature: 'v1,psHVljM1hupJdgqTWOt6vKcknGB7kt9qx337JSyDlpU=',
    body: {
      type: 'referral.revoked',
      data: {
        id: '01a1fc51-df12-7013-89e6-4f49604350f3',
        waitlist_id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
        waitlist_name: 'Acme Notes',
        email: 'margaret@example.com',
        position: 4,
        referrer_id: '01a1fc51-de15-7633-85e0-e7dfded7d26b',
        reasons: ['bounced'],
        occurred_at: '2026-11-21T04:16:28.014Z',
      },
    },
  },
  'integration.disabled': {
    id: '01a20f9e-7d51-7b26-9c04-8a1e2d3f4b05',
    timestamp: '1795666586',
    signature: 'v1=230775eb4325defde560b595386854ad6d26a07612a2e06bbcda69699638bd06',
    standardSignature: 'v1,kDXF4kgH97e+cJXL29MNWjHsHwn07ZybwEvrNR3sc8Y=',
    body: {
      type: 'integration.disabled',
      data: {
        integration_type: 'chat_blocks',
        reason:
          '24 attempts in 5 days failed without one success. The last error: The chat service answered 404: the webhook was deleted or switched off; make a new one and save its address (no_service).',
        failing_since: '2026-11-21T04:16:26.402Z',
        disabled_at: '2026-11-26T04:16:26.118Z',
      },
    },
  },
};
