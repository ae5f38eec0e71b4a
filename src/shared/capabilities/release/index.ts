/** What other capabilities may use of this one. */
export { insertConversions } from './conversions/queries.ts';
