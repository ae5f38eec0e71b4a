import type { OperationTexts } from '../operation-text.ts';

/** The operations of announcements. */
export const announcementsTexts = {
  draftAnnouncement: {
    description: `Writes a mail to the people of a list: **the draft is the dry run**, and nobody is mailed. \`matched\` counts all who meet the filter, \`excluded\` says why some of them do not get it, and \`allowance\` whether this month’s allowance of emails holds it.

The text is a \`design\`, as the simple editor of the dashboard makes it, or \`html\`. Placeholders are those of every mail and the keys of custom fields; an unknown one is 400.

Where counting takes longer than an answer may, the state is \`counting\` at first; read it until it is \`draft\`. An account has at most 50 drafts; more are 409.`,
    answers: { 201: 'The draft.' },
  },
  listAnnouncements: {
    description: 'Newest first, without texts and without what came of them.',
    answers: { 200: 'A page of announcements.' },
  },
  readAnnouncement: {
    description:
      'An announcement with what came of it until now. What mails did is as their provider reports it; clicks are counted only by providers that report them, because no link is rewritten. Of signups that were deleted it is only known how many there were.',
    answers: { 200: 'The announcement.' },
  },
  updateAnnouncement: {
    description:
      'Changes what is given, and counts the people again: an empty object only counts. `design` replaces `html`, and `html` the `design`; null takes `filter`, `per_hour` or `send_at` away. 409 for one that is launched or cancelled.',
    answers: { 200: 'The draft.' },
  },
  testAnnouncement: {
    description:
      'Sends one mail right away, with made-up values and `[Test]` before the subject. On the service’s credentials it counts in the allowance. At most 10 a minute. 400 in a test mode, and with the provider’s message if it refused the mail; 402 if there is no way to send mail.',
    answers: { 200: 'The test was sent.' },
  },
  launchAnnouncement: {
    description: `Notes who gets it, and begins to send: at once, at \`send_at\`, or \`per_hour\`. Who unsubscribes, is removed or suppressed before the turn gets none, and is counted in \`left_out\`. Nobody gets it twice. All other mails of the account go first. Publishes \`announcement.sent\` once, at the end.

Safe to repeat: it is launched once, and a repeat gets the same answer. 409 if the number of people has changed by more than 1 % since \`expected_count\`, with both numbers; if nobody is left; without \`mail.postal_address\` in the settings; for one that is \`counting\` or cancelled; and for the first one to more than 1,000 people who were mostly imported, unless \`sample\` is given. 402 if there is no way to send mail.

It stops itself: if more than 5 % of the last 500 mails came back for good, or more than 0.3 % were marked as spam, it is \`paused\`, and your users are told why.

On a large list the people are noted in the background, in the state \`selecting\`. If that finds another number, it is a \`draft\` again, with the \`refusal\`.`,
    answers: { 202: 'The announcement is launched.' },
  },
  pauseAnnouncement: {
    description:
      'Nobody else gets it until you resume it: mails that have not begun to be sent are taken back. The same again is the same answer; 409 for one that is not being sent.',
    answers: { 200: 'The announcement as it is now.' },
  },
  resumeAnnouncement: {
    description:
      'Goes on, also after it has stopped itself: what came back before does not stop it again. The same again is the same answer; 409 for one that is not paused.',
    answers: { 200: 'The announcement as it is now.' },
  },
  cancelAnnouncement: {
    description:
      'Discards a draft, or ends an announcement: nobody else gets it, and mails that have not begun to be sent are taken back. The same again is the same answer; 409 when all people have got it.',
    answers: { 200: 'The announcement as it is now.' },
  },
  listAnnouncementMembers: {
    description:
      'The people of a launched announcement whose signups are still there, in the order of their ids, with what became of their mails.',
    answers: { 200: 'A page of people.' },
  },
  exportAnnouncementMembers: {
    description:
      'The same as CSV: the columns `signup_id`, `email`, `position`, `state`, `sent_at`, `delivered_at`, `opened_at`, `clicked_at`. Each person is in it once, also while it is being sent.',
    answers: { 200: 'The CSV file.' },
  },
} as const satisfies OperationTexts;
