import type { EventType, OutboundEvent } from '../../shared/events.ts';
import type { OperationId } from './operations.ts';

interface Example {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  /** Each answer that has a body, by its status. */
  readonly answers: Readonly<Record<number, unknown>>;
}

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
  listSignups: {
    params: {
      id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
    },
    query: {
      limit: 2,
      offset: 0,
    },
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
  exportSignups: {
    params: {
      id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
    },
    answers: {
      '200':
        'position,email,created_at,utm_source,referrer,email_status,email_delivered_at,email_opened_at,email_clicked_at,metadata,id,referral_code,referral_count,referred_by\n1,grace@example.com,2026-11-21T04:16:25.795Z,,,sent,,,,{},01a1fc51-dca3-7c99-9392-68e73b0fc6e5,bwaghjpk49,0,\n2,alan@example.com,2026-11-21T04:16:25.976Z,,,sent,,,,{},01a1fc51-dd77-7307-851f-9d9e45dd963e,1622yvcj37,0,\n3,ada@example.com,2026-11-21T04:16:26.133Z,,,sent,,,,"{""page"":""home""}",01a1fc51-de15-7633-85e0-e7dfded7d26b,c2majcc6rg,1,\n4,margaret@example.com,2026-11-21T04:16:26.387Z,newsletter,https://www.example.org/post,clicked,2026-11-21T04:16:26.921Z,2026-11-21T04:16:27.657Z,2026-11-21T04:16:28.403Z,"{""page"":""pricing""}",01a1fc51-df12-7013-89e6-4f49604350f3,yw21t7b91h,0,01a1fc51-de15-7633-85e0-e7dfded7d26b\n',
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
        signing_secret: 'whsec_AqMhseLNRWsfpEBRNy9Np1TBt-XDbYln0E2JsuXdcvY',
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
    readonly timestamp: string;
    readonly signature: string;
    readonly body: Extract<OutboundEvent, { type: Type }>;
  };
} = {
  'signup.created': {
    timestamp: '1795234586',
    signature: 'v1=f6214cc836a855cbba427060d9ec9364807c37c89f36c691db427e809647b1be',
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
    timestamp: '1795234586',
    signature: 'v1=31b94c22fce54358f339c14c5396a92ee258926c3166cc2dbab6552d2fa93d8e',
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
    timestamp: '1795234587',
    signature: 'v1=d4615a30f092ee4781b8b974577fbf172cf71bc36566bb907bbd80ea84464437',
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
    timestamp: '1795234588',
    signature: 'v1=d5321ddfdeb5328e381555ae4f09530c72f144df7b0b7a8d12fa6b96d61eb397',
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
  'signup.removed': {
    timestamp: '1795234589',
    signature: 'v1=6a952491ef49e47b52f43fc6eb7787b52ffb53d08d0c02e0c7bea597fba43b36',
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
};
