import type { EventExamples } from './event-example.ts';

/** Events of one signup and its mail. */
export const signupEventExamples = {
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
} satisfies Partial<EventExamples>;
