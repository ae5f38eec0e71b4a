import type { Example } from './example.ts';

/** Examples of the inbound events of mail providers, and the probes. */
export const serviceExamples = {
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
} as const satisfies Readonly<Record<string, Example>>;
