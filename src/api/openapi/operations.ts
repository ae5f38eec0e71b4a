import { signupsPerMinutePerAddress } from '../../shared/plans.ts';
import type { scopeFor } from '../../shared/scopes.ts';

/** Every operation of the API description; those with a scope go by the name that the scope is under. */
export type OperationId =
  | keyof typeof scopeFor
  | 'receiveManagedEmailEvents'
  | 'receiveAccountEmailEvents'
  | 'checkHealth'
  | 'checkReadiness';

interface OperationText {
  readonly description: string;
  /** What each answer is that the route declares. */
  readonly answers: Readonly<Record<number, string>>;
  /** The content types of a body that is taken as it comes, without a shape. */
  readonly body?: readonly string[];
}

const givesCredential =
  'Addresses in private networks are refused. So are credentials that the other service refuses.';

/** Amazon SNS declares its JSON as text. */
const anyBody = ['application/json', 'text/plain'];

const inbound =
  "The body is what the provider sends, with the provider's own signature over its exact bytes. Old signatures are refused. A repeated event counts once.";

/** What there is to say of each operation beyond its summary, which stands beside its route. */
export const operationTexts: Readonly<Record<OperationId, OperationText>> = {
  readAccount: {
    description: 'The plan and its quota of signups. The numbers are live.',
    answers: { 200: 'The account.' },
  },

  createWaitlist: {
    description: '402 if the plan allows no more waitlists.',
    answers: { 201: 'The new waitlist.' },
  },
  listWaitlists: {
    description: 'Newest first, each with the number of its signups.',
    answers: { 200: 'A page of waitlists.' },
  },
  readWaitlist: {
    description: 'Includes the referral bonus. Counts are in the list of waitlists and in the statistics.',
    answers: { 200: 'The waitlist.' },
  },
  updateWaitlist: {
    description:
      'At least one of the two is required. The current name is accepted and changes nothing. The bonus changes `display_position` only; stored positions never change.',
    answers: { 200: 'The waitlist as it is now.' },
  },
  deleteWaitlist: {
    description:
      'Also deletes its signups, custom fields and email template. The list disappears at once, its name is free, and its signups no longer count toward the plan. This cannot be undone.',
    answers: { 204: 'Deleted.' },
  },

  createSignup: {
    description: `Stores a new signup, gives it the next position, sends the signup email and publishes \`signup.created\`.

An address that is already on the list gets its first signup back, also with 201: the same id, position and code, and the current total. Nothing is updated, no second email is sent and no event is published. So you can safely repeat the request. This also holds when the plan is full or a custom field has become required.

A referral code that is unknown, malformed, of another waitlist or of the address itself is ignored. A valid code credits its owner with a referral.

Besides the account's request budget there is a limit of ${signupsPerMinutePerAddress} requests a minute per waitlist and caller address. IPv6 addresses are counted by their /64.`,
    answers: { 201: 'The new signup, or the existing one of the address.' },
  },
  listSignups: {
    description: 'Newest first. With `email`, only the signup with that address, or an empty page.',
    answers: { 200: 'A page of signups.' },
  },
  exportSignups: {
    description: `A stream ordered by position: UTF-8 without a byte order mark, \`\\n\` line ends, quoting as in RFC 4180. The first row names the columns; new columns are only ever added at the end. Values are exact, so a spreadsheet may run text such as \`=1+1\` as a formula.

The file holds each signup that was there when the export began, once. Signups added later are left out, and so are those deleted meanwhile. Errors are JSON and come before any CSV. After a later failure the connection breaks, so a file that arrived whole is complete.

An account may run 4 exports at a time and a server process 16, downloads in the dashboard included. One more is 429.`,
    answers: { 200: 'The list as CSV.' },
  },
  removeSignup: {
    description:
      'No other position changes. Its referrer loses the credit; signups that it referred keep their position. Publishes `signup.removed`. The same address can sign up again and is then a new signup.',
    answers: { 204: 'Deleted.' },
  },

  readStats: {
    description:
      'The window includes both ends and has at most 3,660 days. The free plan sees 30 days back: an earlier start or end is moved to the first of those days, and `range_from` and `range_to` show the result. Deleted signups count nowhere.',
    answers: { 200: 'The statistics.' },
  },

  listFields: {
    description: 'Ordered by `position`, then by age.',
    answers: { 200: 'A page of custom fields.' },
  },
  createField: {
    description:
      'From the next signup on, its values are stored, checked for their type, and usable as `{{key}}` in the signup email. A waitlist has at most 20 fields; the 21st is 400.',
    answers: { 201: 'The new field.' },
  },
  updateField: {
    description:
      'Any of the three. An empty object is accepted and changes nothing. `key` and `type` cannot change; sending one is 400.',
    answers: { 200: 'The field as it is now.' },
  },
  deleteField: {
    description: 'Existing values of signups are kept.',
    answers: { 204: 'Deleted.' },
  },

  listIntegrations: {
    description: 'Oldest first. Configurations are never shown, because they hold credentials.',
    answers: { 200: 'The integrations that are set up.' },
  },
  setIntegration: {
    description: `Replaces the whole configuration. Secrets are never returned; one that is left out keeps its value. An undeclared key is 400, with its name. ${givesCredential} A paused integration stays paused. A new receiver address clears the delivery log. Needs the launch plan or higher.`,
    answers: {
      200: 'The integration was changed.',
      201: 'The integration was created and is enabled. A webhook without your own secret gets a generated one, which is shown only here.',
    },
  },
  updateIntegration: {
    description:
      'Pausing works on every plan; resuming needs the launch plan or higher. Configuration, secret and delivery log are kept. Events published while an integration is paused never reach it.',
    answers: { 200: 'The integration as it is now.' },
  },
  deleteIntegration: {
    description:
      'Destroys the configuration, the signing secret and the delivery log. This cannot be undone. A new integration of the type gets a new secret.',
    answers: { 204: 'Deleted.' },
  },
  listDeliveries: {
    description: 'The 50 newest attempts, newest first. Each event is attempted once.',
    answers: { 200: 'The newest attempts.' },
  },

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
};
