import { signupsPerMinutePerAddress } from '../../shared/plans.ts';
import type { scopeFor } from '../../shared/scopes.ts';
import { maxSignupsPerBulk } from '../../shared/signups/bulk/schema.ts';

/** Every operation of the API description; those with a scope go by the name that the scope is under. */
export type OperationId =
  | keyof typeof scopeFor
  | 'receiveManagedEmailEvents'
  | 'receiveAccountEmailEvents'
  | 'readStatus'
  | 'readPublicLeaderboard'
  | 'submitForm'
  | 'signFormTime'
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
  listAuditLog: {
    description: `Who changed what in the last 400 days: keys, users, settings, templates, integrations, the mail provider, waitlists, many signups at once, invitations, reviews, exports, sign-ins. Newest first. Single signups are not in it.

For the next page send \`next_cursor\` as \`after\`.`,
    answers: { 200: 'A page of the log.' },
  },
  exportAuditLog: {
    description: 'The whole log as CSV, newest first. The export is in the log, too.',
    answers: { 200: 'The CSV file.' },
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

Besides the account's request budget there is a limit of ${signupsPerMinutePerAddress} requests a minute per waitlist and caller address. IPv6 addresses are counted by their /64. If your server calls for its visitors, send their address as \`client_ip\`: the limit then counts that one.

\`include\` adds facts to the answer. Without it the answer has the four fields of every answer.`,
    answers: { 201: 'The new signup, or the existing one of the address.' },
  },
  addSignups: {
    description: `Adds up to ${maxSignupsPerBulk} signups in the order given, each by the rules of a single call; \`client_ip\`, \`user_agent\` and \`include\` have no effect. It counts as one request and has no limit per address. Nobody gets an email and no event is published, unless \`notify\` is true.

A bad signup is rejected by itself and does not refuse the others. So is each one beyond the plan's limit, with \`quota_exceeded\`. An address that is already on the list, or earlier in the request, is \`existing\`. The body may have 4 MiB.

Signups are stored in parts. After a 5xx or a broken connection some may be stored; send the request again. With the same \`Idempotency-Key\` those that it has stored are \`created\` again, without one they are \`existing\`.`,
    answers: { 200: 'What became of each signup.' },
  },
  listSignups: {
    description: `Newest first. With filters, only the signups that match all of them; \`total\` is their exact number. An unknown query parameter is 400.

\`email\`, \`referral_code\`, \`referred_by\` and times have an index. All other filters read the signups one by one. A search that takes over 3 s is 400: narrow it with \`created_from\` and \`created_to\`. An account's searches run one after the other.`,
    answers: { 200: 'A page of signups.' },
  },
  readSignup: {
    description: 'The signup as it is in lists.',
    answers: { 200: 'The signup.' },
  },
  exportSignups: {
    description: `A stream ordered by position: UTF-8 without a byte order mark, \`\\n\` line ends, quoting as in RFC 4180. The first row names the columns; new columns are only ever added at the end. Values are exact, so a spreadsheet may run text such as \`=1+1\` as a formula.

The file holds each signup that was there when the export began, once. Signups added later are left out, and so are those deleted meanwhile. Errors are JSON and come before any CSV. After a later failure the connection breaks, so a file that arrived whole is complete.

With filters, only the signups that match all of them. An unknown query parameter is 400.

An account may run 4 exports at a time and a server process 16, downloads in the dashboard included. One more is 429.`,
    answers: { 200: 'The list as CSV.' },
  },
  readSignupLinks: {
    description:
      'The links of one signup, for its person alone: who has the status token sees the place. All answers for the same signup are the same until the links are revoked.',
    answers: { 200: 'The links.' },
  },
  readLeaderboard: {
    description:
      'The people with the most credited referrals, who share a rank if they have as many; among them the earlier signup is first. The leaderboard ends behind 1,000 people. Who has no referrals is not on it, and a withheld referral does not count. Names hold no address: the settings name a custom field, or the address is masked.',
    answers: { 200: 'The leaderboard.' },
  },
  removeSignup: {
    description:
      'No other position changes. Its referrer loses the credit; signups that it referred keep their position. Publishes `signup.removed`. The same address can sign up again and is then a new signup.',
    answers: { 204: 'Deleted.' },
  },

  readSettings: {
    description: 'All settings. What was never set has its default: off.',
    answers: { 200: 'The settings.' },
  },
  updateSettings: {
    description:
      'A JSON merge patch (RFC 7396): what the body leaves out stays, and null resets a setting to its default. An unknown key is 400, with its path.',
    answers: { 200: 'All settings as they are now.' },
  },
  revokeLinks: {
    description:
      'Revokes every link of one kind that the people on the list have. They get no new ones by themselves; read the links again.',
    answers: { 204: 'Revoked.' },
  },
  confirmSignup: {
    description:
      'For accounts whose own page the link of the mail leads to (`confirmation.url` in the settings). Confirms the address once; a repeat is a success with `first: false`. The signup email is sent now. 400 for an expired link or another token, 404 for a signup that was deleted.',
    answers: { 200: 'The signup is confirmed.' },
  },
  listReviews: {
    description:
      'Newest first: signups that passed a code and that something speaks against, and those that somebody has decided. Only of waitlists that judge referrals (`abuse.mode` in the settings).',
    answers: { 200: 'A page of reviews.' },
  },
  listReferrers: {
    description:
      'Those whose codes others passed, the most open reviews first. Look here before you look at single signups.',
    answers: { 200: 'A page of referrers.' },
  },
  approveReview: {
    description:
      'Credits the referrer, and sends a mail that was held. No position changes. The same again is the same answer; it also changes an earlier rejection. A later bounce no longer takes the credit back.',
    answers: { 200: 'The review as it is now.' },
  },
  rejectReview: {
    description:
      'The referrer gets no credit for the signup, or loses it. The signup stays, with its position. It never settles by itself any more; it can be approved later.',
    answers: { 200: 'The review as it is now.' },
  },
  decideReviews: {
    description:
      'Approves or rejects all open reviews that match the filter, at most 10,000. Begin with `dry_run`, which only counts. It works in parts: after a 5xx some may be decided, and the same request decides the rest.',
    answers: { 200: 'How many matched, and how many were decided.' },
  },
  draftWave: {
    description: `Chooses people and notes them: **the draft is the dry run**, and exactly these are invited by the launch. Nobody is mailed. \`matched\` counts all who meet the filter; \`excluded\` says why some of them cannot be invited.

Where choosing takes longer than an answer may, the state is \`selecting\` at first; read the wave until it is \`draft\`. A draft can be launched for 24 hours. An account has at most 20 drafts; more are 409.

409 without \`invitations.url\` in the settings. 402 with \`deliver: "email"\` if there is no way to send mail.`,
    answers: { 201: 'The draft.' },
  },
  listWaves: {
    description: 'Newest first, without what came of them.',
    answers: { 200: 'A page of waves.' },
  },
  readWave: {
    description:
      'A wave with what came of it until now. What mails did is as their provider reports it; of signups that were deleted it is not known any more.',
    answers: { 200: 'The wave.' },
  },
  launchWave: {
    description: `Begins to invite the people of a draft, in the background: all at once, or \`per_hour\`. Who unsubscribed, was removed, invited or converted since the draft is left out and counted in \`left_out\`. Publishes \`invitation.sent\` for each.

Safe to repeat: a wave is launched once, and a repeat gets the same answer. 409 for a draft that is empty, older than 24 hours, cancelled or still \`selecting\`.`,
    answers: { 202: 'The wave is launched.' },
  },
  cancelWave: {
    description:
      'Discards a draft, or stops a wave: nobody else is invited, and invitations whose mail waits are revoked. What was sent stays valid. The same again is the same answer; 409 when all people are invited already.',
    answers: { 200: 'The wave as it is now.' },
  },
  exportWaveLinks: {
    description:
      'The columns `email` and `url` of a wave with `deliver: "link"`, for your own mail tool. The links are secrets, so there is one download; another one is 409, also while the first goes on. A download that breaks off can be begun again. 409 until all links are made.',
    answers: { 200: 'The CSV file.' },
  },
  listInvitations: {
    description: 'Newest first.',
    answers: { 200: 'A page of invitations.' },
  },
  inviteSignup: {
    description:
      'Invites one person, wherever they are on the list. Nobody’s position moves. 409 for somebody who has an open invitation, is a user or gets no mails, and without `invitations.url` in the settings. 402 with `deliver: "email"` if there is no way to send mail.',
    answers: { 201: 'The invitation. With `deliver: "link"` it has the link, only here.' },
  },
  resendInvitation: {
    description:
      'Sends an open invitation again, with another link that is valid as long as the first was; the old link ends. At most 3 times, and an hour after the last mail: else 429. 409 for an invitation that is not open any more.',
    answers: { 200: 'The invitation. With `deliver: "link"` it has the link, only here.' },
  },
  revokeInvitation: {
    description:
      'The link ends, and a mail that waits is not sent. The person can be invited again. The same again is the same answer; 409 for an invitation that was converted, declined or expired.',
    answers: { 200: 'The invitation as it is now.' },
  },
  verifyInvitation: {
    description:
      'For the page that the link leads to. Changes nothing, because mail scanners open links, and is always 200. With `email` it also checks the address, unless the settings say that it need not match.',
    answers: { 200: 'Whether the invitation can be used.' },
  },
  declineInvitation: {
    description:
      'For a page with a button “No, thanks”. The person can be invited again. The same again is the same answer; 404 for an unknown token, 409 for an invitation that is not open any more.',
    answers: { 200: 'The invitation as it is now.' },
  },
  recordConversion: {
    description: `Call this after the account in your product exists. It counts once: the same person again is 200 with \`first: false\`, so a crash in between is healed by calling again. Publishes \`invitation.converted\`.

By \`token\` and \`email\` it uses the invitation: 409 for another address than the one that was invited, and for one that is expired, revoked or declined. By \`waitlist_id\` with \`email\` or \`signup_id\` it needs none. 404 for an unknown token or person.`,
    answers: { 200: 'The conversion.' },
  },
  createImport: {
    description:
      'The body is a CSV file in UTF-8 with a header, at most 200 MiB, 200 columns and 2,000,000 rows. It is read as it arrives. A file that cannot be read is refused with the line, and nothing of it is kept. Then a worker validates the rows: read the import until its state is `ready`. Nothing is added to the waitlist before the start.',
    answers: { 201: 'The import, which is being validated.' },
    body: ['text/csv'],
  },
  listImports: {
    description: 'Newest first.',
    answers: { 200: 'A page of imports.' },
  },
  readImport: {
    description:
      'In the state `ready` this is the dry run. While it is `running`, `created` grows. The rows are kept for 30 days after the last change, the import itself as long as the waitlist.',
    answers: { 200: 'The import.' },
  },
  updateImport: {
    description:
      'Changes what columns become, and validates all rows again. Only before the start. Columns that are not named stay as they are.',
    answers: { 200: 'The import, which is being validated.' },
  },
  startImport: {
    description:
      'Adds the signups, in parts, while the waitlist goes on taking others. The same again finds the import started. With `positions=keep` all its positions are taken at once, so that signups that arrive meanwhile get later ones.',
    answers: { 200: 'The import, which is running.' },
  },
  cancelImport: {
    description: 'Signups that were added stay. The same again finds the import cancelled.',
    answers: { 200: 'The import, which is cancelled.' },
  },
  listImportRows: {
    description: 'In the order of their lines. `outcome` narrows them.',
    answers: { 200: 'A page of rows.' },
  },
  exportImportRows: {
    description:
      'The rows with their line, outcome and reason, as CSV for a spreadsheet: a cell that begins like a formula gets an apostrophe. Correct the rejected rows and import them again.',
    answers: { 200: 'The CSV file.' },
  },
  listSuppressions: {
    description:
      'Newest first. Addresses are stored as keyed hashes and cannot be listed: look one up with `email`. One address may have several suppressions.',
    answers: { 200: 'A page of suppressions.' },
  },
  exportSuppressions: {
    description:
      'All suppressions as CSV, oldest first. Addresses are stored as keyed hashes and are not in it.',
    answers: { 200: 'The CSV file.' },
  },
  addSuppression: {
    description:
      'The address gets no more mails of the waitlist, or of any without `waitlist_id`. Mails that wait are `suppressed` when it is their turn; the signups stay. A suppression that exists is returned.',
    answers: { 201: 'The suppression.' },
  },
  removeSuppression: {
    description:
      'Removes every suppression of the address for that waitlist, or without `waitlist_id` those for all waitlists. Do this only if the person has asked for mails again.',
    answers: { 204: 'Removed.' },
  },
  exportPerson: {
    description:
      'For a person who asks what you keep: signups on all waitlists with their fields and confirmations, mails and what mail providers reported of them, suppressions, and the events and deliveries that have the address. An address that is nowhere gets an answer with empty lists. Custom values of other people that mention the address are not searched.',
    answers: { 200: 'Everything that is kept about the address.' },
  },
  erasePerson: {
    description: `Deletes the signups of the address on all waitlists, and what is kept of it elsewhere. \`signup.removed\` is published for each signup, so connected tools can delete the person, too; it is scrubbed once it is delivered. Other events of the person keep only ids and times, wait for no delivery any more, and cannot be delivered again.

With \`suppress\` the address gets no mails from now on. What is stored for that, and of the erasure, is a keyed hash and not the address. It cannot be undone. A repeat is a success that finds nothing.

A worker finishes what takes longer than the request, also after a crash.`,
    answers: { 200: 'What the erasure covers.' },
  },
  readStatus: {
    description: `For the browser of the person who signed up: any origin, no API key. Send \`Authorization: Status <TOKEN>\` with a token from \`include: ["status_token"]\` or from the links of the signup. The answer holds no address and no custom fields, and may be cached for 10 seconds.

At most 60 requests a minute per address.`,
    answers: { 200: 'The place of the signup.' },
  },
  readPublicLeaderboard: {
    description: `For the browser of a person on the list, with the same token as the own status: the leaderboard and the own rank. 404 unless the settings of the waitlist open its leaderboard.

The 60 requests a minute per address are the same as of the status.`,
    answers: { 200: 'The leaderboard, and the own rank.' },
  },
  submitForm: {
    description: `For pages without a server: the browser of the visitor posts here, without an API key. The settings \`form\` switch it on. Custom fields are posted under their own keys; texts of forms become numbers and booleans as declared, and blank counts as missing.

The answer is the same for a new address and for one that is on the list, which is mailed its status link, once in 24 hours at most. It holds no position and no code. A new signup is what it is by \`POST /v1/waitlists/{id}/signups\`: with its email, its event and its referral.

A plain form (\`application/x-www-form-urlencoded\`) gets pages: 303 to \`redirect_url\`, or a page of the service. It gets JSON if it accepts \`application/json\`. The page must be of one of the \`origins\`; any other is 403. At most 5 posts a minute per address and form. 402 if the waitlist takes no signups, 503 if the captcha cannot be checked.`,
    answers: {
      200: 'Taken.',
      303: 'Taken, for a plain form of a waitlist with a `redirect_url`.',
    },
  },
  signFormTime: {
    description:
      'For the script of a page with a form. The time is good for this form, from 2 s to 24 hours later. It needs no API key and may be read from any origin.',
    answers: { 200: 'The signed time.' },
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
    description:
      'The 50 newest attempts, newest first. Each event is attempted once, or several times with `retries`.',
    answers: { 200: 'The newest attempts.' },
  },

  listEvents: {
    description: `Everything that happened in the last 30 days, oldest first, whether an integration wants it or not. The feed begins with the first call, or with the account's first integration. Needs the launch plan or higher.

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
      'Delivers an event of the last 30 days once more, whatever became of it before. With `retries` it is tried again if it fails. 409 while the integration is paused, and for a type that it does not want. Needs the launch plan or higher.',
    answers: { 202: 'The event will be delivered.' },
  },
  replayEvents: {
    description: `Delivers the events of a time once more, also those of a time when the integration was paused. \`failed\` leaves out what has arrived or still waits for an attempt. Live events do not wait for a replay.

At most 100,000 events; more are 400. An integration has one replay at a time; another one is 409, and so is a replay while it is paused. Needs the launch plan or higher.`,
    answers: { 202: 'How many events will be delivered, or would be.' },
  },
  rotateSecret: {
    description: `Makes a new signing secret, which is shown only in this answer. Until the overlap ends both secrets sign \`webhook-signature\`, and \`service-signature\` is made with the old one.

409 while the overlap of an earlier rotation goes on, unless \`overlap_hours\` is 0: then all older secrets end at once. Needs the launch plan or higher.`,
    answers: { 200: 'The new secret.' },
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
