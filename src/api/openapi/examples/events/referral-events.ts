import type { EventExamples } from './event-example.ts';

/** Events of referrals and rewards. */
export const referralEventExamples = {
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
} satisfies Partial<EventExamples>;
