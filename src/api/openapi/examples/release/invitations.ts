/** Requests and answers of invitations, in the story of all examples. */
export const invitationsExamples = {
  listInvitations: {
    params: {
      id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
    },
    query: {
      limit: 50,
      offset: 0,
    },
    otherQuery: {
      state: 'invited',
      wave_id: '01a23a50-0b1c-7d2e-9f30-415263748596',
    },
    answers: {
      '200': {
        data: [
          {
            id: '01a23a5b-1c2d-7e3f-8a4b-5c6d7e8f9a0b',
            waitlist_id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
            signup_id: '01a1fc51-df12-7013-89e6-4f49604350f3',
            email: 'margaret@example.com',
            wave_id: '01a23a50-0b1c-7d2e-9f30-415263748596',
            state: 'invited',
            deliver: 'email',
            expires_at: '2026-12-17T09:00:02.400Z',
            created_at: '2026-12-03T09:00:02.400Z',
            sent_at: '2026-12-03T09:00:04.512Z',
            ended_at: null,
            resends: 0,
          },
        ],
        total: 1,
        limit: 50,
        offset: 0,
        has_more: false,
      },
    },
  },
  inviteSignup: {
    params: {
      id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
      signupId: '01a1fc51-df12-7013-89e6-4f49604350f3',
    },
    body: {
      deliver: 'link',
      expires_in_days: 7,
    },
    answers: {
      '201': {
        id: '01a23a5b-1c2d-7e3f-8a4b-5c6d7e8f9a0b',
        waitlist_id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
        signup_id: '01a1fc51-df12-7013-89e6-4f49604350f3',
        email: 'margaret@example.com',
        wave_id: null,
        state: 'invited',
        deliver: 'link',
        expires_at: '2026-12-10T09:00:02.400Z',
        created_at: '2026-12-03T09:00:02.400Z',
        sent_at: '2026-12-03T09:00:02.400Z',
        ended_at: null,
        resends: 0,
        url: 'https://notes.example.com/welcome?token=inv_7QmC2xVb9LwTz4KpRs8HfYdN3gJe6UaB0kXGZ1',
      },
    },
  },
  resendInvitation: {
    params: {
      invitationId: '01a23a5b-1c2d-7e3f-8a4b-5c6d7e8f9a0b',
    },
    answers: {
      '200': {
        id: '01a23a5b-1c2d-7e3f-8a4b-5c6d7e8f9a0b',
        waitlist_id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
        signup_id: '01a1fc51-df12-7013-89e6-4f49604350f3',
        email: 'margaret@example.com',
        wave_id: '01a23a50-0b1c-7d2e-9f30-415263748596',
        state: 'invited',
        deliver: 'email',
        expires_at: '2026-12-18T10:20:00.031Z',
        created_at: '2026-12-03T09:00:02.400Z',
        sent_at: '2026-12-03T09:00:04.512Z',
        ended_at: null,
        resends: 1,
        url: null,
      },
    },
  },
  revokeInvitation: {
    params: {
      invitationId: '01a23a5b-1c2d-7e3f-8a4b-5c6d7e8f9a0b',
    },
    answers: {
      '200': {
        id: '01a23a5b-1c2d-7e3f-8a4b-5c6d7e8f9a0b',
        waitlist_id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
        signup_id: '01a1fc51-df12-7013-89e6-4f49604350f3',
        email: 'margaret@example.com',
        wave_id: '01a23a50-0b1c-7d2e-9f30-415263748596',
        state: 'revoked',
        deliver: 'email',
        expires_at: '2026-12-17T09:00:02.400Z',
        created_at: '2026-12-03T09:00:02.400Z',
        sent_at: '2026-12-03T09:00:04.512Z',
        ended_at: '2026-12-04T10:20:00.031Z',
        resends: 0,
      },
    },
  },
  verifyInvitation: {
    body: {
      token: 'inv_7QmC2xVb9LwTz4KpRs8HfYdN3gJe6UaB0kXGZ1',
      email: 'margaret@example.com',
    },
    answers: {
      '200': {
        valid: true,
        reason: null,
        email_hint: 'm***@example.com',
        waitlist_id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
        signup_id: '01a1fc51-df12-7013-89e6-4f49604350f3',
        expires_at: '2026-12-17T09:00:02.400Z',
      },
    },
  },
  declineInvitation: {
    body: {
      token: 'inv_7QmC2xVb9LwTz4KpRs8HfYdN3gJe6UaB0kXGZ1',
    },
    answers: {
      '200': {
        id: '01a23a5b-1c2d-7e3f-8a4b-5c6d7e8f9a0b',
        waitlist_id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
        signup_id: '01a1fc51-df12-7013-89e6-4f49604350f3',
        email: 'margaret@example.com',
        wave_id: '01a23a50-0b1c-7d2e-9f30-415263748596',
        state: 'declined',
        deliver: 'email',
        expires_at: '2026-12-17T09:00:02.400Z',
        created_at: '2026-12-03T09:00:02.400Z',
        sent_at: '2026-12-03T09:00:04.512Z',
        ended_at: '2026-12-03T12:41:55.207Z',
        resends: 0,
      },
    },
  },
  recordConversion: {
    body: {
      token: 'inv_7QmC2xVb9LwTz4KpRs8HfYdN3gJe6UaB0kXGZ1',
      email: 'margaret@example.com',
      external_id: 'user_8412',
    },
    answers: {
      '200': {
        signup_id: '01a1fc51-df12-7013-89e6-4f49604350f3',
        invitation_id: '01a23a5b-1c2d-7e3f-8a4b-5c6d7e8f9a0b',
        state: 'converted',
        converted_at: '2026-12-03T17:12:40.090Z',
        first: true,
      },
    },
  },
} as const;

/** The events of invitations, signed as a webhook gets them. */
