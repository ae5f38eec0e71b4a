import { z } from 'zod';
import { eventType, IsoTime, toUtcText } from './event-type.ts';

export const integrationEvents = {
  'integration.disabled': eventType({
    id: 'IntegrationDisabled',
    summary: 'An integration was disabled',
    description: 'Published when the service pauses an integration with `retries` that fails for too long.',
    data: z.object({
      integration_type: z.string().describe('The type of the integration.'),
      reason: z.string().describe('Why it was disabled, in a sentence.'),
      failing_since: IsoTime.describe('The first failure after its last success.'),
      disabled_at: IsoTime.describe('When it was disabled.'),
    }),
    at: 'disabled_at',
    chat: {
      title: 'Integration disabled',
      color: 'red',
      facts: ({ integration_type, reason, failing_since }) => [
        { label: 'Integration', value: integration_type },
        { label: 'Reason', value: reason, longest: 500 },
        { label: 'Failing since', value: toUtcText(failing_since) },
      ],
    },
  }),
};
