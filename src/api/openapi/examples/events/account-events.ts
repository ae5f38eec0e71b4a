import type { EventExamples } from './event-example.ts';

/** Events of an account’s integrations and imports. */
export const accountEventExamples = {
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
} satisfies Partial<EventExamples>;
