import type { Example } from './example.ts';

/** Examples of the account, its waitlists, their fields and numbers. */
export const waitlistsExamples = {
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
  listAuditLog: {
    query: { limit: 1 },
    otherQuery: { after: '01a1fc51-dd02-7c11-9d0e-6f1e2a3b4c5d' },
    answers: {
      '200': {
        data: [
          {
            id: '01a1fc51-dc00-7a3e-8b1f-0c9d8e7f6a5b',
            created_at: '2026-11-21T04:16:25.600Z',
            actor: {
              type: 'user',
              id: '01a1fc51-da10-7b2c-9a3d-4e5f60718293',
              name: 'ada@example.com',
            },
            action: 'user.role_changed',
            object: { type: 'user', id: '01a1fc51-db20-7d4e-8f50-617283940a1b' },
            details: { email: 'bob@example.com', from: 'editor', to: 'viewer' },
          },
        ],
        next_cursor: '01a1fc51-dc00-7a3e-8b1f-0c9d8e7f6a5b',
      },
    },
  },
  exportAuditLog: {
    answers: {
      '200':
        'id,created_at,actor_type,actor_id,actor_name,action,object_type,object_id,details\n01a1fc51-dc00-7a3e-8b1f-0c9d8e7f6a5b,2026-11-21T04:16:25.600Z,user,01a1fc51-da10-7b2c-9a3d-4e5f60718293,ada@example.com,user.role_changed,user,01a1fc51-db20-7d4e-8f50-617283940a1b,"{""email"":""bob@example.com"",""from"":""editor"",""to"":""viewer""}"\n',
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
} as const satisfies Readonly<Record<string, Example>>;
