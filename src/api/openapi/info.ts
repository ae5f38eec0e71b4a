/** What the API description says before its first operation. */
export const info = {
  title: 'Waitlist service',
  version: '1', // of the API (§9 rule 1), not of the package
  summary: 'Waitlists with positions, referrals, signup email, statistics and export.',
  license: { name: 'MIT', identifier: 'MIT' },
  description: `Your server calls this API with an API key; the pages that people see are yours. **A key must never be sent to a browser.**

**Requests.** JSON in UTF-8, at most 512 KiB, with \`Content-Type: application/json\`. Unknown keys are ignored, except in an integration's \`config\`. Text must not hold U+0000 or half of a surrogate pair, objects no \`__proto__\` key. Lengths are counted in code points.

**Answers.** JSON, except for the CSV export. Ids are UUIDs, times are ISO 8601 in UTC with milliseconds. New fields may be added to answers.

**Errors** have one form: \`{"error": {"code", "message"}}\`. Build on \`code\`. Checks are made in this order: key (401), request budget (429), scope (403), path (404), body and query (413, 415, 400), the waitlist on this account (404), signups per address (429), custom fields (400), plan (402), conflict (409). A route that does not exist, or not with this method, is 404. What is no proper HTTP request is 400, 408, 417 or 431, in the same form.

**Limits.** The request budget belongs to the account, whatever the key, and counts by the calendar minute. \`RateLimit-*\` headers show it; an answer with 429 says in \`Retry-After\` how many seconds to wait.

**Lists** take \`limit\` and \`offset\` and answer with one envelope: \`data\`, \`total\`, \`limit\`, \`offset\`, \`has_more\`.

**Versions.** Everything is under \`/v1\`. Scopes that come later are not granted to keys that exist.`,
};

export const tags = [
  { name: 'Account', description: 'The account behind the key, and its quota.' },
  { name: 'Waitlists', description: 'A list with its name and its referral bonus.' },
  { name: 'Signups', description: 'Who is on a list: added, listed, exported, deleted.' },
  { name: 'Statistics', description: 'Numbers of a waitlist.' },
  {
    name: 'Custom fields',
    description: 'What a list asks of its signups beside the address; at most 20 of them.',
  },
  {
    name: 'Integrations',
    description:
      'Who is told of new and removed signups and of what becomes of their emails. One of each type per account.',
  },
  { name: 'Inbound webhooks', description: 'Where mail providers report. They sign; no key is needed.' },
  { name: 'Events', description: 'What a webhook integration is sent. One attempt each, never repeated.' },
  { name: 'Health', description: 'For load balancers. No key is needed and nothing is counted.' },
];
