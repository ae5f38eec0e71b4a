import type { OperationTexts } from '../operation-text.ts';

const givesCredential =
  'Addresses in private networks are refused. So are credentials that the other service refuses.';

/** The operations of integrations and events. */
export const integrationsTexts = {
  listIntegrations: {
    description: 'Oldest first. Configurations are never shown, because they hold credentials.',
    answers: { 200: 'The integrations that are set up.' },
  },
  setIntegration: {
    description: `Replaces the whole configuration. Secrets are never returned; one that is left out keeps its value. An undeclared key is 400, with its name. ${givesCredential} A paused integration stays paused. A new receiver address clears the delivery log. Needs the Launch plan or higher.`,
    answers: {
      200: 'The integration was changed.',
      201: 'The integration was created and is enabled. A webhook without your own secret gets a generated one, which is shown only here.',
    },
  },
  updateIntegration: {
    description:
      'Pausing works on every plan; resuming needs the Launch plan or higher. Configuration, secret and delivery log are kept. Events published while an integration is paused never reach it.',
    answers: { 200: 'The integration as it is now.' },
  },
  deleteIntegration: {
    description:
      'Destroys the configuration, the signing secret and the delivery log. This cannot be undone. A new integration of the type gets a new secret.',
    answers: { 204: 'Deleted.' },
  },
  listDeliveries: {
    description:
      'The 50 newest attempts, newest first. Each event is attempted once, or several times with `retries`.',
    answers: { 200: 'The newest attempts.' },
  },
  listEvents: {
    description: `Everything that happened in the last 30 days, oldest first, whether an integration wants it or not. The feed begins with the first call, or with the account's first integration. Needs the Launch plan or higher.

Keep \`next_cursor\` and send it as \`after\`. There is one on an empty page too. No event ever appears behind a cursor that you have: each is in the feed once, and in one order for all readers. With \`types\` or \`waitlist_id\` a page may be empty although \`has_more\` is true.`,
    answers: { 200: 'A page of events.' },
  },
  readDelivery: {
    description:
      'One attempt with the request that was sent and the first 2 KiB of the answer, for 7 days. Signatures and credentials are left out.',
    answers: { 200: 'The attempt.' },
  },
  readHealth: {
    description:
      'Whether the newest attempt failed, since when, and what waits. With `retries`, an integration is disabled after 20 attempts and 5 days without one success, or at once if the receiver answers 410.',
    answers: { 200: 'The health.' },
  },
  redeliverEvent: {
    description:
      'Delivers an event of the last 30 days once more, whatever became of it before. With `retries` it is tried again if it fails. 409 while the integration is paused, and for a type that it does not want. Needs the Launch plan or higher.',
    answers: { 202: 'The event will be delivered.' },
  },
  replayEvents: {
    description: `Delivers the events of a time once more, also those of a time when the integration was paused. \`failed\` leaves out what has arrived or still waits for an attempt. Live events do not wait for a replay.

At most 100,000 events; more are 400. An integration has one replay at a time; another one is 409, and so is a replay while it is paused. Needs the Launch plan or higher.`,
    answers: { 202: 'How many events will be delivered, or would be.' },
  },
  dismissMissed: {
    description:
      'Says that nobody needs the events that have not arrived until now: `missed_since` and `undelivered` of the health begin anew. Nothing is deleted, and a replay can still deliver them. Works on every plan.',
    answers: { 204: 'Dismissed.' },
  },
  rotateSecret: {
    description: `Makes a new signing secret, which is shown only in this answer. Until the overlap ends both secrets sign \`webhook-signature\`, and \`service-signature\` is made with the old one.

409 while the overlap of an earlier rotation goes on, unless \`overlap_hours\` is 0: then all older secrets end at once. Needs the Launch plan or higher.`,
    answers: { 200: 'The new secret.' },
  },
} as const satisfies OperationTexts;
