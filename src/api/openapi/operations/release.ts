import type { OperationTexts } from '../operation-text.ts';

/** The operations of waves, invitations and conversions. */
export const releaseTexts = {
  draftWave: {
    description: `Chooses people and notes them: **the draft is the dry run**, and exactly these are invited by the launch. Nobody is mailed. \`matched\` counts all who meet the filter; \`excluded\` says why some of them cannot be invited.

Where choosing takes longer than an answer may, the state is \`selecting\` at first; read the wave until it is \`draft\`. A draft can be launched for 24 hours. An account has at most 20 drafts; more are 409. If nobody can be invited, it is 409 and says why, and nothing is stored; a wave that was \`selecting\` is cancelled then.

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

Safe to repeat: a wave is launched once, and a repeat gets the same answer. 409 for a draft that is older than 24 hours, cancelled or still \`selecting\`.`,
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
  listWaveMembers: {
    description:
      'The people whom a wave has invited until now, in that order, with what became of each. `step` gives the people behind a figure of the wave. With `deliver: "link"` nothing is known of mails. 400 if finding them takes too long; the CSV has them then.',
    answers: { 200: 'A page of people.' },
  },
  exportWaveMembers: {
    description:
      'The same as CSV: the columns `signup_id`, `email`, `position`, `invitation_id`, `state`, `sent_at`, `delivered_at`, `opened_at`, `clicked_at`, `expires_at`, `ended_at`, `resends`.',
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
} as const satisfies OperationTexts;
