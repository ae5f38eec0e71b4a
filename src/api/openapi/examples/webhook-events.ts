import type { EventType, OutboundEvent } from '../../../shared/events.ts';

const invitationEventExamples = {
  'invitation.sent': {
    id: '01a23a5b-2c3d-7e4f-8a5b-6c7d8e9f0a1b',
    timestamp: '1796288406',
    signature: 'v1=efc5a76cb8dd41f8170af8c484f985ea952552ba9c14fd6d0a55cfb0eba0387a',
    standardSignature: 'v1,56jeQHKIg4jjS0XY/dkbik6gVLvq7HIHKLLTMVUNKrw=',
    body: {
      type: 'invitation.sent',
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
        invitation_id: '01a23a5b-1c2d-7e3f-8a4b-5c6d7e8f9a0b',
        wave_id: '01a23a50-0b1c-7d2e-9f30-415263748596',
        occurred_at: '2026-12-03T09:00:04.512Z',
      },
    },
  },
  'invitation.converted': {
    id: '01a23c11-3d4e-7f50-8b6c-7d8e9f0a1b2c',
    timestamp: '1796317962',
    signature: 'v1=d0c72ecb196ecd0bfdab68e6669aaa233fe0f9ea395a8729a29d91fd3d07f147',
    standardSignature: 'v1,x4sJn2dE0MJQswIfSasmkc0KvOb5phRU6FeeJ/5tKOQ=',
    body: {
      type: 'invitation.converted',
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
        invitation_id: '01a23a5b-1c2d-7e3f-8a4b-5c6d7e8f9a0b',
        wave_id: '01a23a50-0b1c-7d2e-9f30-415263748596',
        occurred_at: '2026-12-03T17:12:40.090Z',
      },
    },
  },
  'invitation.expired': {
    id: '01a28273-4e5f-7061-8c7d-8e9f0a1b2c3d',
    timestamp: '1797498011',
    signature: 'v1=b9cfc0e2e67a001b9e71b0366761f9eb3ea8706a0ceb442cf1bc8d7649756ee6',
    standardSignature: 'v1,gV2wrCXxAlJYiaXvbgazLOMCiy36yAYX9lxWVng4iDQ=',
    body: {
      type: 'invitation.expired',
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
        invitation_id: '01a23a5b-1c2d-7e3f-8a4b-5c6d7e8f9a0b',
        wave_id: '01a23a50-0b1c-7d2e-9f30-415263748596',
        occurred_at: '2026-12-17T09:00:09.331Z',
      },
    },
  },
  'invitation.declined': {
    id: '01a23b02-5f60-7172-8d8e-9f0a1b2c3d4e',
    timestamp: '1796301717',
    signature: 'v1=608462d17760e22ebaa8f2253813944c1f0460bbdb91601f555253cb39630daf',
    standardSignature: 'v1,iQg0M2XZ0C90DwMEqE4cHFkSZzOrh3ZHFUO/6SFrbRk=',
    body: {
      type: 'invitation.declined',
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
        invitation_id: '01a23a5b-1c2d-7e3f-8a4b-5c6d7e8f9a0b',
        wave_id: '01a23a50-0b1c-7d2e-9f30-415263748596',
        occurred_at: '2026-12-03T12:41:55.207Z',
      },
    },
  },
} as const;

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
  'reward.reached': {
    id: '01a1fc51-f31e-7c60-b0a4-7d2e5c9f1b36',
    timestamp: '1795234591',
    signature: 'v1=2307193da5082fe3611a75e7493c8810ff43c4bcccee758016b916196e3bae8d',
    standardSignature: 'v1,Rji+LHPAdhqCOjpcsqFtMGC5Bjds4nryscHwWEZGc3s=',
    body: {
      type: 'reward.reached',
      data: {
        id: '01a1fc51-de15-7633-85e0-e7dfded7d26b',
        waitlist_id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
        waitlist_name: 'Acme Notes',
        email: 'ada@example.com',
        position: 3,
        metadata: { page: 'home' },
        created_at: '2026-11-21T04:16:26.133Z',
        key: 'stickers',
        at: 1,
        referral_count: 1,
        reached_at: '2026-11-21T04:16:31.518Z',
      },
    },
  },
  ...invitationEventExamples,
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
  'import.finished': {
    id: '01a21f1b-99c2-7f30-a4e1-0d9c8b7a6f55',
    timestamp: '1796030411',
    signature: 'v1=54ed225d52b069f53371ce88c3d8499c322e6012d06c1907fdf1a8b529c934c1',
    standardSignature: 'v1,zPSzX+Ain2Wp2VXiQAhOKKDiN3tayKrt2X0tkVRAXac=',
    body: {
      type: 'import.finished',
      data: {
        id: '01a21f10-3c11-7a55-8d0e-6b1f0c2d3e4f',
        waitlist_id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
        waitlist_name: 'Acme Notes',
        created: 1197,
        existing: 2,
        duplicates: 4,
        rejected: 1,
        over_quota: 0,
        finished_at: '2026-11-30T09:20:11.480Z',
      },
    },
  },
};
