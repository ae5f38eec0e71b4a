import { type EventType, eventTypes, OutboundEvent } from '../../shared/list/publishing/events.ts';
import { namedSchemas } from '../../shared/platform/schema/described.ts';
import { type EventExample, eventExamples } from './examples.ts';

const texts: Readonly<Record<EventType, { summary: string; description: string }>> = {
  'signup.created': {
    summary: 'A signup was added',
    description: 'Not published when an address signs up again.',
  },
  'signup.removed': {
    summary: 'A signup was deleted',
    description: 'Not published when its whole waitlist is deleted.',
  },
  'signup.email_delivered': {
    summary: 'The signup email was delivered',
    description: 'Published when the mail provider first confirms it.',
  },
  'signup.email_opened': { summary: 'The signup email was opened', description: 'Published the first time.' },
  'signup.email_clicked': {
    summary: 'A link in the signup email was clicked',
    description: 'Published the first time.',
  },
  'signup.confirmed': {
    summary: 'A signup confirmed its address',
    description: 'Only of waitlists that ask for it. Published once.',
  },
  'signup.unsubscribed': {
    summary: 'A person unsubscribed',
    description: 'They keep their position, and get no more mails of this waitlist.',
  },
  'referral.credited': {
    summary: 'A referral got its credit',
    description:
      'Only of waitlists that judge referrals. Published with the signup, or later when it settles or somebody approves it.',
  },
  'referral.withheld': {
    summary: 'A referral was withheld',
    description: 'Only of waitlists that judge referrals. `reasons` say why.',
  },
  'referral.revoked': {
    summary: 'A referral lost its credit',
    description: 'Its mail came back later, or somebody rejected it.',
  },
  'reward.reached': {
    summary: 'A signup reached a reward',
    description:
      'Only of waitlists with rewards. Published once per signup and reward, also if its referrals fall and rise again.',
  },
  'invitation.sent': {
    summary: 'An invitation was sent',
    description: 'Its mail left; or its link was made, where you deliver links yourself. Published once.',
  },
  'invitation.converted': {
    summary: 'A person became a user',
    description: 'With an invitation or without. Published once.',
  },
  'invitation.expired': {
    summary: 'An invitation expired',
    description: 'Published within a minute after its last moment.',
  },
  'invitation.declined': {
    summary: 'An invitation was declined',
    description: 'Your own page said so. Published once.',
  },
  'integration.disabled': {
    summary: 'An integration was disabled',
    description: 'Published when the service pauses an integration with `retries` that fails for too long.',
  },
  'import.finished': {
    summary: 'An import finished',
    description: 'Always published, also where the import publishes no `signup.created`.',
  },
};

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
    OutboundEvent.options.map((option, index) => {
      const type = eventTypes[index] as EventType;
      const { id } = namedSchemas.get(option) ?? {};
      const post = {
        operationId: `on${id}`,
        ...texts[type],
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
