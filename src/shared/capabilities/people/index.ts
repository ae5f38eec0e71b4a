/** What other capabilities may use of this one. */
export { mentions, mentionsInCell } from './mentions.ts';
export { hasAddress, isBefore } from './scrub-queries.ts';
export { withoutPerson } from './without-person.ts';
