import type { OperationTexts } from '../operation-text.ts';

/** Amazon SNS declares its JSON as text. */
const anyBody = ['application/json', 'text/plain'];

const inbound =
  "The body is what the provider sends, with the provider's own signature over its exact bytes. Old signatures are refused. A repeated event counts once.";

/** The operations of inbound events and the health of the service. */
export const serviceTexts = {
  receiveManagedEmailEvents: {
    description: `The provider of the service's own mail credentials posts deliveries, opens and clicks here. ${inbound}`,
    body: anyBody,
    answers: { 200: 'The events are stored. Unknown types are ignored.' },
  },
  receiveAccountEmailEvents: {
    description: `The same for an account's own mail provider. The token selects the secret that verifies the signature; an unknown token is 401. ${inbound}`,
    body: anyBody,
    answers: { 200: 'The events are stored. Unknown types are ignored.' },
  },
  checkHealth: {
    description: 'For load balancers and process managers. Checks nothing else.',
    answers: { 200: 'The process serves.' },
  },
  checkReadiness: {
    description:
      'Checks that the process is not stopping and that Postgres answers, accepts writes, is migrated and has room for signups. Redis is not checked: the API works without it.',
    answers: { 200: 'The process can serve requests.', 503: 'It cannot; `reason` says why.' },
  },
} as const satisfies OperationTexts;
