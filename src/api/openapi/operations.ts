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
  'An address in a private network is refused, and so is a credential that the service behind the integration refuses.';

/** Amazon SNS declares its JSON as text. */
const anyBody = ['application/json', 'text/plain'];

const inbound =
  "The body is what the provider sends, signed in the provider's own way; the signature covers its exact bytes, and old ones are refused. The same event twice is stamped once.";

/** What there is to say of each operation beyond its summary, which stands beside its route. */
export const operationTexts: Readonly<Record<OperationId, OperationText>> = {
  readAccount: {
    description: 'The plan, and the room that it leaves for signups. The numbers are live.',
    answers: { 200: 'The account.' },
  },

  createWaitlist: {
    description: "402 when the plan's number of waitlists is reached.",
    answers: { 201: 'The new waitlist.' },
  },
  listWaitlists: {
    description: 'Newest first, each with the number of its signups.',
    answers: { 200: 'A page of waitlists.' },
  },
  readWaitlist: {
    description: 'With its referral bonus, and without counts: those are in the list and in the statistics.',
    answers: { 200: 'The waitlist.' },
  },
  updateWaitlist: {
    description:
      'At least one of the two must be given. The present name is accepted and changes nothing. The bonus changes `display_position` only: stored positions never change.',
    answers: { 200: 'The waitlist as it is now.' },
  },
  deleteWaitlist: {
    description:
      'Deletes its signups, custom fields and email text with it. The list is gone at once for everyone, its name is free, and its signups no longer count against the plan. There is no way back.',
    answers: { 204: 'It is deleted.' },
  },

  createSignup: {
    description: `Stores a new signup, gives it the next position, sends the signup email and fires \`signup.created\`.

An address that is on the list already gets its first signup back, also with 201: the same id, position and code, and the present total. Nothing is updated, no second email is sent and no event is fired. So the request can be repeated without harm. This holds when the plan is full, and when a custom field has become required since.

A referral code that is unknown, malformed, of another waitlist or of the address itself is ignored, never an error. One that fits gives its owner a referral.

Beside the account's request budget, ${signupsPerMinutePerAddress} requests a minute are let through per waitlist and caller address; an IPv6 address counts by its /64.`,
    answers: { 201: 'The new signup, or the one that the address has already.' },
  },
  listSignups: {
    description: 'Newest first. With `email`, the signup with that address, or an empty page.',
    answers: { 200: 'A page of signups.' },
  },
  exportSignups: {
    description: `Ordered by position, streamed: the memory it takes does not grow with the list. UTF-8 without a byte order mark, lines end with \`\\n\`, quoted as in RFC 4180, the first row names the columns. New columns are added at the end only. Values are exact: text that a spreadsheet would read as a formula is not changed.

The file holds every signup that was there when the export began and is not deleted meanwhile, each once, and none that came later. Errors come as JSON before any CSV; if something fails later the connection breaks, so a file that arrived whole is complete.

An account has 4 exports at a time and a server process 16, downloads in the dashboard among them; the next is 429.`,
    answers: { 200: 'The list as CSV.' },
  },
  removeSignup: {
    description:
      "Nobody else's position moves. The referral that it gave is taken back; those that it brought keep their place. Fires `signup.removed`. The same address can sign up again and is then a new signup.",
    answers: { 204: 'It is deleted.' },
  },

  readStats: {
    description:
      'The window has both ends in it and at most 3,660 days. The free plan sees 30 days back: an end of the window that lies earlier is moved to the first day of those, which `range_from` and `range_to` show. Deleted signups count nowhere.',
    answers: { 200: 'The statistics.' },
  },

  listFields: {
    description: 'By `position`, then by age.',
    answers: { 200: 'A page of custom fields.' },
  },
  createField: {
    description:
      'From the next signup on its values are kept, checked for their type, and usable as `{{key}}` in the signup email. A waitlist has at most 20; the 21st is 400.',
    answers: { 201: 'The new field.' },
  },
  updateField: {
    description:
      'Any of the three; an empty object is accepted and changes nothing. Naming `key` or `type` is 400: they cannot change.',
    answers: { 200: 'The field as it is now.' },
  },
  deleteField: {
    description: 'Values that signups gave for it are kept.',
    answers: { 204: 'It is deleted.' },
  },

  listIntegrations: {
    description: 'Oldest first. Configurations are never shown: they hold credentials.',
    answers: { 200: 'The integrations that are set up.' },
  },
  setIntegration: {
    description: `Replaces the whole configuration. Secrets that are left out keep their value, and are never given back. A key that the type does not declare is 400 and named. ${givesCredential} A paused integration stays paused. Another address of the receiver clears the delivery log. Needs the plan launch or higher.`,
    answers: {
      200: 'The integration was there and is changed.',
      201: 'The integration is set up and enabled. A webhook without a secret of your own gets one, shown here once.',
    },
  },
  updateIntegration: {
    description:
      'Pausing works on every plan, resuming needs launch or higher. Configuration, secret and delivery log are kept. What is fired while an integration is paused never reaches it.',
    answers: { 200: 'The integration as it is now.' },
  },
  deleteIntegration: {
    description:
      'Destroys the configuration, the signing secret and the delivery log. There is no way back; a new integration of the type gets a new secret.',
    answers: { 204: 'It is deleted.' },
  },
  listDeliveries: {
    description: 'The 50 newest attempts, newest first. Each event is attempted once and never again.',
    answers: { 200: 'The newest attempts.' },
  },

  receiveManagedEmailEvents: {
    description: `Where the provider of the service's own mail credentials reports deliveries, opens and clicks. ${inbound}`,
    body: anyBody,
    answers: { 200: 'The events are stored. Types that mean nothing here are ignored.' },
  },
  receiveAccountEmailEvents: {
    description: `The same for an account's own mail provider. The token only selects whose secret verifies the signature; an unknown one is 401. ${inbound}`,
    body: anyBody,
    answers: { 200: 'The events are stored. Types that mean nothing here are ignored.' },
  },

  checkHealth: {
    description: 'For load balancers and process managers. Asks nothing else.',
    answers: { 200: 'The process serves.' },
  },
  checkReadiness: {
    description:
      'Whether Postgres answers, is migrated and has room for signups, and the process is not stopping. Redis is not asked: the API works without it.',
    answers: { 200: 'The process can serve requests.', 503: 'It cannot, for the reason given.' },
  },
};
