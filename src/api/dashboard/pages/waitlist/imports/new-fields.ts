import { createField } from '../../../../../shared/list/fields/create-field.ts';
import { listFields } from '../../../../../shared/list/fields/list-fields.ts';
import {
  builtInVariables,
  type FieldDefinition,
  FieldInput,
  maxFieldsPerWaitlist,
} from '../../../../../shared/list/fields/schema.ts';
import type { WebContext } from '../../../../web-context.ts';
import { readValues } from '../../../pages.ts';
import { fieldTypes } from '../fields.tsx';

type Type = FieldDefinition['type'];

const longestKey = 64;
const prefix = 'new.';

/** What a column can become that has no field yet, for a list of options. */
export const newFieldOptions = Object.entries(fieldTypes).map(
  ([type, text]) => [`${prefix}${type}`, `New field: ${text.toLowerCase()}`] as const,
);

/** The type of the field that a column is to become; undefined for all else. */
export const newTypeOf = (target: string): Type | undefined =>
  Object.keys(fieldTypes).find((type): type is Type => target === `${prefix}${type}`);

/**
 * Makes a custom field of a column, with its name as the label. One with this label and type that is there
 * already is taken, so that a form that was sent twice makes none twice. @returns its key
 * @throws AppError invalid_request if the waitlist has too many fields, or for a name that is no label
 */
export async function fieldOfColumn(
  ctx: WebContext,
  caller: Parameters<typeof createField>[1],
  waitlistId: string,
  { name, type }: { readonly name: string; readonly type: Type },
): Promise<string> {
  const page = { limit: maxFieldsPerWaitlist, offset: 0 };
  const { data: fields } = await listFields(ctx, caller, waitlistId, page);
  const same = fields.find((field) => field.label === name && field.type === type);
  if (same) return same.key;
  const taken = new Set([...fields.map(({ key }) => key), ...builtInVariables]);
  const input = readValues(FieldInput, { key: freeKey(name, taken), label: name, type, required: false });
  return (await createField(ctx, caller, waitlistId, input)).key;
}

/** A key that reads like the name of a column, and is none of those that are taken. */
export function freeKey(name: string, taken: ReadonlySet<string>): string {
  const words = name.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
  const plain = words.replace(/[^a-z0-9]+/g, '_').replace(/^_+|_+$/g, '');
  const key = (/^[a-z]/.test(plain) ? plain : `field_${plain}`).slice(0, longestKey).replace(/_+$/, '');
  for (let number = 2, candidate = key; ; number += 1) {
    if (!taken.has(candidate)) return candidate;
    const end = `_${number}`;
    candidate = `${key.slice(0, longestKey - end.length)}${end}`;
  }
}
