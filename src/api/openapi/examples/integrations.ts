import type { Example } from './example.ts';

/** Examples of integrations and events. */
export const integrationsExamples = {
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
        missed_since: '2026-11-21T04:15:58.310Z',
        undelivered: 4,
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
} as const satisfies Readonly<Record<string, Example>>;
