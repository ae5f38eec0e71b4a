import type { OperationTexts } from '../operation-text.ts';

/** The operations of waitlists, their settings, fields and statistics. */
export const waitlistsTexts = {
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
  readSettings: {
    description: 'All settings. What was never set has its default: off.',
    answers: { 200: 'The settings.' },
  },
  updateSettings: {
    description:
      'A JSON merge patch (RFC 7396): what the body leaves out stays, and null resets a setting to its default. An unknown key is 400, with its path.',
    answers: { 200: 'All settings as they are now.' },
  },
  setLogo: {
    description:
      'The body is the picture: PNG, JPEG, WebP or SVG, at most 256 KiB, and at most 4,096 pixels on a side. Its content says what it is. An SVG is drawn as a PNG, 240 pixels high; it must hold all that it shows, with its texts as paths. Whatever does not show is left out, such as where a photo was taken. The logo is on the pages that people on the list see. The same picture again changes nothing. The ten newest logos keep their URLs, for mails that show them.',
    answers: { 200: 'The logo as it is stored.' },
    body: ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'],
  },
  removeLogo: {
    description:
      'Deletes it, and those that it replaced: their URLs are unknown. The same again is a success.',
    answers: { 204: 'There is no logo now.' },
  },
  readStats: {
    description:
      'The window includes both ends and has at most 3,660 days. The Free plan sees 30 days back: an earlier start or end is moved to the first of those days, and `range_from` and `range_to` show the result. Deleted signups count nowhere.',
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
  listSegments: {
    description: 'The segments of a waitlist, in the order of their making.',
    answers: { 200: 'A page of segments.' },
  },
  createSegment: {
    description:
      'Gives a filter a name. `segment` takes its id where people are narrowed: in the list and the export of signups, and in the drafts of waves and announcements, which store the filter as it was. A waitlist has at most 50; beyond that 409.',
    answers: { 201: 'The segment.' },
  },
  updateSegment: {
    description: 'Changes the name or the filter. A filter replaces the one before. Drafts stay as they are.',
    answers: { 200: 'The segment.' },
  },
  deleteSegment: {
    description: 'Deletes a segment. Drafts that were made with it stay as they are.',
    answers: { 204: 'It is deleted.' },
  },
} as const satisfies OperationTexts;
