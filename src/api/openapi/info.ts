/** What the API description says before its first operation. */
export const info = {
  title: 'Waitlist service',
  version: '1', // of the API (§9 rule 1), not of the package
  summary: 'Waitlists with positions, referrals, signup email, statistics and export.',
  license: { name: 'MIT', identifier: 'MIT' },
  description: `Your server calls this API with an API key. **A key must never reach a browser.**

**Requests.** JSON in UTF-8, at most 512 KiB, with \`Content-Type: application/json\`. Unknown keys are ignored, except in an integration's \`config\`. Text must not contain U+0000 or half of a surrogate pair, and objects no \`__proto__\` key. Lengths count code points.

**Answers.** JSON, except for the CSV export. Ids are UUIDs. Times are ISO 8601 in UTC with milliseconds. Answers may get new fields.

**Errors** have one form: \`{"error": {"code", "message"}}\`. Rely on \`code\`. The order of checks is: key (401), request budget (429), scope (403), path (404), body and query (413, 415, 400), waitlist (404), signups per address (429), custom fields (400), plan (402), conflict (409). An unknown route and a wrong method are 404. Malformed HTTP is 400, 408, 417 or 431, in the same form.

**Limits.** All keys of an account share its request budget, which counts calendar minutes. \`RateLimit-*\` headers report it. After a 429, wait for the seconds in \`Retry-After\`.

**Lists** take \`limit\` and \`offset\` and return one envelope: \`data\`, \`total\`, \`limit\`, \`offset\`, \`has_more\`.

**Versions.** Everything is under \`/v1\`. Existing keys do not get new scopes.`,
};

export const tags = [
  { name: 'Account', description: 'The account behind the key, and its quota.' },
  { name: 'Waitlists', description: 'A list with its name and its referral bonus.' },
  { name: 'Signups', description: 'The people on a list: add, list, export and delete them.' },
  {
    name: 'Settings',
    description: 'What is switched on for a waitlist. Everything is off at first.',
  },
  {
    name: 'Status',
    description: 'For the browser of a person on a list, with the status token of the own signup.',
  },
  {
    name: 'Forms',
    description: 'For pages without a server of their own: the browser of the visitor posts to the service.',
  },
  {
    name: 'Reviews',
    description: 'Referrals that are judged, and what people decide about them.',
  },
  {
    name: 'Invitations',
    description: 'From the list to users: waves of invitations, and who became a user.',
  },
  {
    name: 'Announcements',
    description: 'Mails that are written once, to the people of a list.',
  },
  {
    name: 'Rewards',
    description: 'What people earned with their referrals, and what was handed over.',
  },
  {
    name: 'Segments',
    description: 'Filters of the people of a list, with a name.',
  },
  {
    name: 'Imports',
    description: 'Signups that are moved in from a CSV file: upload, look at the dry run, start.',
  },
  {
    name: 'People',
    description: 'What people want for themselves: addresses that get no mails any more.',
  },
  { name: 'Statistics', description: 'The statistics of a waitlist.' },
  {
    name: 'Custom fields',
    description: 'What a list asks for besides the address; at most 20 fields.',
  },
  {
    name: 'Integrations',
    description:
      'Services that receive the events of an account: signups and their emails. One of each type per account.',
  },
  {
    name: 'Inbound webhooks',
    description: 'Mail providers post their events here. Their signature replaces the API key.',
  },
  {
    name: 'Feed',
    description: 'The events of the last 30 days, to read with a cursor.',
  },
  {
    name: 'Events',
    description:
      'What a webhook receives: one attempt each, or several with `retries`. `webhook-id` is the same in all of them.',
  },
  { name: 'Health', description: 'For load balancers. They need no key and count toward no limit.' },
];
