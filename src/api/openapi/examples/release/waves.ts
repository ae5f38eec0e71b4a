/** Requests and answers of waves, in the story of all examples. */
export const wavesExamples = {
  draftWave: {
    params: {
      id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
    },
    body: {
      name: 'First hundred',
      size: 100,
      order: 'display_position',
      filter: {
        fields: {
          company: 'Acme',
        },
        confirmed: true,
      },
      per_hour: 60,
    },
    answers: {
      '201': {
        id: '01a23a50-0b1c-7d2e-9f30-415263748596',
        waitlist_id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
        name: 'First hundred',
        state: 'draft',
        size: 100,
        order: 'display_position',
        filter: {
          fields: {
            company: 'Acme',
          },
          confirmed: true,
        },
        expires_in_days: 14,
        per_hour: 60,
        deliver: 'email',
        matched: 3,
        selected: 2,
        excluded: {
          invited: 0,
          converted: 0,
          suppressed: 1,
          unconfirmed: 0,
          in_review: 0,
          bounced: 0,
        },
        invited: 0,
        left_out: {
          removed: 0,
          suppressed: 0,
          invited: 0,
          converted: 0,
        },
        created_at: '2026-12-03T08:55:12.004Z',
        launched_at: null,
        finished_at: null,
        sample: [
          {
            signup_id: '01a1fc51-df12-7013-89e6-4f49604350f3',
            email: 'margaret@example.com',
            position: 4,
            referral_count: 0,
          },
          {
            signup_id: '01a1fc51-de15-7633-85e0-e7dfded7d26b',
            email: 'grace@example.com',
            position: 2,
            referral_count: 1,
          },
        ],
        emails_remaining: 11940,
      },
    },
  },
  listWaves: {
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
            id: '01a23a50-0b1c-7d2e-9f30-415263748596',
            waitlist_id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
            name: 'First hundred',
            state: 'sent',
            size: 100,
            order: 'display_position',
            filter: {
              fields: {
                company: 'Acme',
              },
              confirmed: true,
            },
            expires_in_days: 14,
            per_hour: 60,
            deliver: 'email',
            matched: 3,
            selected: 2,
            excluded: {
              invited: 0,
              converted: 0,
              suppressed: 1,
              unconfirmed: 0,
              in_review: 0,
              bounced: 0,
            },
            invited: 2,
            left_out: {
              removed: 0,
              suppressed: 0,
              invited: 0,
              converted: 0,
            },
            created_at: '2026-12-03T08:55:12.004Z',
            launched_at: '2026-12-03T09:00:02.118Z',
            finished_at: '2026-12-03T09:01:03.640Z',
          },
        ],
        total: 1,
        limit: 50,
        offset: 0,
        has_more: false,
      },
    },
  },
  readWave: {
    params: {
      waveId: '01a23a50-0b1c-7d2e-9f30-415263748596',
    },
    answers: {
      '200': {
        id: '01a23a50-0b1c-7d2e-9f30-415263748596',
        waitlist_id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
        name: 'First hundred',
        state: 'sent',
        size: 100,
        order: 'display_position',
        filter: {
          fields: {
            company: 'Acme',
          },
          confirmed: true,
        },
        expires_in_days: 14,
        per_hour: 60,
        deliver: 'email',
        matched: 3,
        selected: 2,
        excluded: {
          invited: 0,
          converted: 0,
          suppressed: 1,
          unconfirmed: 0,
          in_review: 0,
          bounced: 0,
        },
        invited: 2,
        left_out: {
          removed: 0,
          suppressed: 0,
          invited: 0,
          converted: 0,
        },
        created_at: '2026-12-03T08:55:12.004Z',
        launched_at: '2026-12-03T09:00:02.118Z',
        finished_at: '2026-12-03T09:01:03.640Z',
        sample: [
          {
            signup_id: '01a1fc51-df12-7013-89e6-4f49604350f3',
            email: 'margaret@example.com',
            position: 4,
            referral_count: 0,
          },
          {
            signup_id: '01a1fc51-de15-7633-85e0-e7dfded7d26b',
            email: 'grace@example.com',
            position: 2,
            referral_count: 1,
          },
        ],
        emails_remaining: 11938,
        sent: 2,
        delivered: 2,
        opened: 1,
        clicked: 1,
        converted: 1,
        expired: 0,
        declined: 0,
        revoked: 0,
        conversion_rate: 50,
        median_hours_to_convert: 8.2,
      },
    },
  },
  launchWave: {
    params: {
      waveId: '01a23a50-0b1c-7d2e-9f30-415263748596',
    },
    answers: {
      '202': {
        id: '01a23a50-0b1c-7d2e-9f30-415263748596',
        selected: 2,
        launched_at: '2026-12-03T09:00:02.118Z',
      },
    },
  },
  cancelWave: {
    params: {
      waveId: '01a23a50-0b1c-7d2e-9f30-415263748596',
    },
    answers: {
      '200': {
        id: '01a23a50-0b1c-7d2e-9f30-415263748596',
        waitlist_id: '01a1fc51-dbab-7bfd-ba01-d526d8bd452f',
        name: 'First hundred',
        state: 'cancelled',
        size: 100,
        order: 'display_position',
        filter: {
          fields: {
            company: 'Acme',
          },
          confirmed: true,
        },
        expires_in_days: 14,
        per_hour: 60,
        deliver: 'email',
        matched: 3,
        selected: 2,
        excluded: {
          invited: 0,
          converted: 0,
          suppressed: 1,
          unconfirmed: 0,
          in_review: 0,
          bounced: 0,
        },
        invited: 0,
        left_out: {
          removed: 0,
          suppressed: 0,
          invited: 0,
          converted: 0,
        },
        created_at: '2026-12-03T08:55:12.004Z',
        launched_at: null,
        finished_at: '2026-12-03T08:57:40.250Z',
        sample: [
          {
            signup_id: '01a1fc51-df12-7013-89e6-4f49604350f3',
            email: 'margaret@example.com',
            position: 4,
            referral_count: 0,
          },
          {
            signup_id: '01a1fc51-de15-7633-85e0-e7dfded7d26b',
            email: 'grace@example.com',
            position: 2,
            referral_count: 1,
          },
        ],
        emails_remaining: 11940,
      },
    },
  },
  exportWaveLinks: {
    params: {
      waveId: '01a23a50-0b1c-7d2e-9f30-415263748596',
    },
    answers: {
      '200':
        'email,url\nmargaret@example.com,https://notes.example.com/welcome?token=inv_7QmC2xVb9LwTz4KpRs8HfYdN3gJe6UaB0kXGZ1\n',
    },
  },
} as const;

/** The events of invitations, signed as a webhook gets them. */
