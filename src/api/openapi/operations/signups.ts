import { signupsPerMinutePerAddress } from '../../../shared/account/plans.ts';
import { maxSignupsPerBulk } from '../../../shared/list/signing-up/bulk/schema.ts';
import type { OperationTexts } from '../operation-text.ts';

/** The operations of signups. */
export const signupsTexts = {
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

A bad signup is rejected by itself and does not refuse the others. So is each one beyond the plan's limit, with \`quota_exceeded\`, and beyond the list's last position, with \`conflict\`. An address that is already on the list, or earlier in the request, is \`existing\`. The body may have 4 MiB.

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
      'The links of one signup, for its person alone: who has the status token sees the place, and who has `unsubscribe_url` can stop the mails. So a key without `signups:write` gets `referral_link` only, and null for the others. All answers for the same signup are the same until the links are revoked.',
    answers: { 200: 'The links.' },
  },
  updateSignup: {
    description: `Corrects the address, changes custom fields, by the rules of a new signup, and the note of your team. All else is as it was when the signup was added.

Another \`email\` is for somebody whose mail bounced, or who made a typo. The place, the code, referrals and rewards stay; \`email_status\`, its times, the confirmation and an unsubscription begin anew, and the links in mails to the earlier address end. A suppression stays with its address. The new address is asked to confirm where the waitlist asks, else it gets the signup email; an open invitation is sent again with another link. 409 if another signup of the waitlist has the address; the same address changes nothing.

Publishes \`signup.updated\` if the address is another one, or a field has another value than before. A note is never published. \`include=note\` adds it to the answer, as in lists.`,
    answers: { 200: 'The signup as it is now.' },
  },
  removeSignup: {
    description:
      'No other position changes. Its referrer loses the credit; signups that it referred keep their position. Publishes `signup.removed`. The same address can sign up again and is then a new signup.',
    answers: { 204: 'Deleted.' },
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
} as const satisfies OperationTexts;
