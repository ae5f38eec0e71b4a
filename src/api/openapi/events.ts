import { eventTypes, specOf } from '../../shared/list/publishing/events.ts';
import { type EventExample, eventExamples } from './examples.ts';

const headersOf = ({
  id,
  timestamp,
  signature,
  standardSignature,
}: Partial<EventExample> | undefined = {}) => [
  {
    name: 'service-timestamp',
    in: 'header',
    required: true,
    description: 'The time of the delivery, in Unix seconds. Refuse one that is more than five minutes off.',
    schema: { type: 'string', pattern: '^\\d+$' },
    example: timestamp,
  },
  {
    name: 'service-signature',
    in: 'header',
    required: true,
    description:
      "`v1=` and the hex HMAC-SHA256 of `<timestamp>.<body>`, keyed with the integration's signing secret. Compute it over the exact bytes of the body, and compare in constant time.",
    schema: { type: 'string', pattern: '^v1=[0-9a-f]{64}$' },
    example: signature,
  },
  {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'The id of the event, the same for every attempt. Ignore an id that you have seen.',
    schema: { type: 'string' },
    example: id,
  },
  {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'The same as `service-timestamp`.',
    schema: { type: 'string', pattern: '^\\d+$' },
    example: timestamp,
  },
  {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      'Signatures as [Standard Webhooks](https://www.standardwebhooks.com) has them, separated by spaces: `v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`. There are two of them while a rotated secret signs too.',
    schema: { type: 'string' },
    example: standardSignature,
  },
];

const received = { description: 'Any 2xx within 10 s counts as received. Redirects are not followed.' };

/** The `webhooks` of the description: what a webhook integration is sent (§6.1). */
export function describeEvents(): Record<string, object> {
  return Object.fromEntries(
    eventTypes.map((type) => {
      const { id, summary, description } = specOf(type);
      const post = {
        operationId: `on${id}`,
        ...{ summary, description },
        tags: ['Events'],
        security: [],
        parameters: headersOf(eventExamples[type]),
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { $ref: `#/components/schemas/${id}` },
              example: eventExamples[type]?.body,
            },
          },
        },
        responses: { '2XX': received },
      };
      return [type, { post }];
    }),
  );
}
