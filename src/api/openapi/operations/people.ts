import type { OperationTexts } from '../operation-text.ts';

/** The operations of suppressions and the rights of a person. */
export const peopleTexts = {
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
} as const satisfies OperationTexts;
