/** What other capabilities may use of this one. */
export type { OpenForm } from './open-form.ts';
export { definitionsOf, type FormRow } from './queries.ts';
