import type { Example } from './example.ts';

/** A value of each filter of signups. */
const filterExamples = {
  email: 'margaret@example.com',
  referral_code: 'YW21T-7B91H',
  utm_source: 'newsletter',
  match: 'any_case',
  email_status: 'clicked',
  bounce_class: 'transient',
  referred_by: '01a1fc51-de15-7633-85e0-e7dfded7d26b',
  created_from: '2026-11-21',
  created_to: '2026-11-21T12:00:00Z',
  q: 'margaret@',
  confirmed: 'true',
  fields: { 'field.company': 'Acme', 'field.team_size': '12' },
};

/** Examples of signups. */
export const signupsExamples = {
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
            error: { code: 'invalid_request', message: 'fields.team_size: must be a number' },
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
    otherQuery: {
      ...filterExamples,
      order: 'display_position',
      include: 'confirmation,assessment,invitation,rewards',
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
  readSignup: {
    params: {
      id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
      signupId: '01a1fc51-df12-7013-89e6-4f49604350f3',
    },
    otherQuery: { include: 'confirmation,assessment,invitation,rewards' },
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
        'position,email,created_at,utm_source,referrer,email_status,email_delivered_at,email_opened_at,email_clicked_at,metadata,id,referral_code,referral_count,referred_by,display_position,fields,confirmed_at,unsubscribed_at,review_state,invitation_state,invited_at,converted_at,locale,bounce_class,notes,archived\n1,grace@example.com,2026-11-21T04:16:25.795Z,,,sent,,,,{},01a1fc51-dca3-7c99-9392-68e73b0fc6e5,bwaghjpk49,0,,1,{},,,,,,,,,,\n2,alan@example.com,2026-11-21T04:16:25.976Z,,,sent,,,,{},01a1fc51-dd77-7307-851f-9d9e45dd963e,1622yvcj37,0,,2,{},,,,,,,,,,\n3,ada@example.com,2026-11-21T04:16:26.133Z,,,sent,,,,"{""page"":""home""}",01a1fc51-de15-7633-85e0-e7dfded7d26b,c2majcc6rg,1,,1,{},,,,,,,,,,\n4,margaret@example.com,2026-11-21T04:16:26.387Z,newsletter,https://www.example.org/post,clicked,2026-11-21T04:16:26.921Z,2026-11-21T04:16:27.657Z,2026-11-21T04:16:28.403Z,"{""page"":""pricing""}",01a1fc51-df12-7013-89e6-4f49604350f3,yw21t7b91h,0,01a1fc51-de15-7633-85e0-e7dfded7d26b,4,"{""company"":""Acme"",""team_size"":12}",,,,,,,,,,\n',
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
  removeSignup: {
    params: {
      id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
      signupId: '01a1fc51-df12-7013-89e6-4f49604350f3',
    },
    answers: {},
  },
} as const satisfies Readonly<Record<string, Example>>;
