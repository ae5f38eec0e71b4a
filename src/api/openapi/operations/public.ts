import type { OperationTexts } from '../operation-text.ts';

/** The operations of what browsers call, and the leaderboard. */
export const publicTexts = {
  readLeaderboard: {
    description:
      'The people with the most credited referrals, who share a rank if they have as many; among them the earlier signup is first. The leaderboard ends behind 1,000 people. Who has no referrals is not on it, and a withheld referral does not count. Names hold no address: the settings name a custom field, or the address is masked.',
    answers: { 200: 'The leaderboard.' },
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

A plain form (\`application/x-www-form-urlencoded\` or \`multipart/form-data\`, without files) gets pages: 303 to \`redirect_url\`, or a page of the service. It gets JSON if it accepts \`application/json\`. The page must be of one of the \`origins\`; any other is 403. At most 5 posts a minute per address, for all forms together. 402 if the waitlist takes no signups, 503 if the captcha cannot be checked.`,
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
} as const satisfies OperationTexts;
