import { listFields } from '../../fields/queries.ts';
import { builtInVariables } from '../../fields/schema.ts';
import type { Sql, Tx } from '../../postgres/connection.ts';
import type { EmailTemplate } from './default-template.ts';
import { placeholdersOf } from './template.ts';

/** What a waitlist's email may name: the built-in variables and its custom fields, in their order (§2.6). */
export interface Variable {
  readonly name: string;
  /** Of a custom field; null for a built-in one. */
  readonly field: { readonly label: string; readonly type: 'string' | 'number' | 'boolean' } | null;
}

export async function listVariables(
  sql: Sql | Tx,
  accountId: string,
  waitlistId: string,
): Promise<Variable[]> {
  const fields = await listFields(sql, accountId, waitlistId, { limit: 200, offset: 0 });
  return [
    ...builtInVariables.map((name) => ({ name, field: null })),
    ...fields.map(({ key, label, type }) => ({ name: key, field: { label, type } })),
  ];
}

/** The placeholders of a copy that are none of the variables, each once. */
export function unknownPlaceholders(copy: EmailTemplate, variables: readonly Variable[]): string[] {
  const known = new Set(variables.map(({ name }) => name));
  const used = new Set([...placeholdersOf(copy.subject), ...placeholdersOf(copy.html)]);
  return [...used].filter((name) => !known.has(name));
}

/** At most this many are named. */
const shown = 20;

/** Which placeholders are wrong, in a sentence. */
export function describeUnknown(names: readonly string[]): string {
  const list = new Intl.ListFormat('en').format([
    ...names.slice(0, shown).map((name) => `{{${name}}}`),
    ...(names.length > shown ? [`${names.length - shown} others`] : []),
  ]);
  return names.length === 1
    ? `${list} is no variable of this waitlist’s email.`
    : `${list} are no variables of this waitlist’s email.`;
}
