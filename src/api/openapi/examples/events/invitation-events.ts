import type { EventExamples } from './event-example.ts';

/** Events of invitations. */
export const invitationEventExamples = {
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
} satisfies Partial<EventExamples>;
