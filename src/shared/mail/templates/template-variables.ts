import { listFields } from '../../list/fields/queries.ts';
import type { Sql, Tx } from '../../platform/postgres/connection.ts';
import type { EmailTemplate } from '../design/default-template.ts';
import { placeholdersOf } from '../design/template.ts';
import { kindOfEmail } from '../kinds.ts';
import type { TemplateKind } from '../parts.ts';
import { builtInPlaceholders } from './placeholders.ts';

/** A variable of a waitlist's email: a built-in one or a custom field (§2.6). */
export interface Variable {
  readonly name: string;
  /** What it stands for. */
  readonly label: string;
  /** Null for a built-in one. */
  readonly type: 'string' | 'number' | 'boolean' | null;
}

export async function listVariables(
  sql: Sql | Tx,
  accountId: string,
  waitlistId: string,
  kind: TemplateKind,
): Promise<Variable[]> {
  const fields = await listFields(sql, accountId, waitlistId, { limit: 200, offset: 0 });
  const keys = new Set(fields.map(({ key }) => key));
  const placeholders = Object.entries({ ...builtInPlaceholders, ...kindOfEmail(kind).placeholders });
  return [
    ...placeholders
      .filter(([name]) => !keys.has(name)) // only `rank`: a field may have its name
      .map(([name, label]) => ({ name, label, type: null })),
    ...fields.map(({ key, label, type }) => ({ name: key, label, type })),
  ];
}

/** The placeholders of a template that are no variables, each once. */
export function unknownPlaceholders(template: EmailTemplate, variables: readonly Variable[]): string[] {
  const known = new Set(variables.map(({ name }) => name));
  const used = new Set([...placeholdersOf(template.subject), ...placeholdersOf(template.html)]);
  return [...used].filter((name) => !known.has(name));
}

/** The most names in the message. */
const shown = 20;

/** A message that names the wrong placeholders. */
export function describeUnknown(names: readonly string[]): string {
  const list = new Intl.ListFormat('en').format([
    ...names.slice(0, shown).map((name) => `{{${name}}}`),
    ...(names.length > shown ? [`${names.length - shown} others`] : []),
  ]);
  return names.length === 1
    ? `${list} is no variable of this waitlist’s email.`
    : `${list} are no variables of this waitlist’s email.`;
}
