import { createField } from '../../../../../shared/list/fields/create-field.ts';
import { listFields } from '../../../../../shared/list/fields/list-fields.ts';
import {
  type FieldDefinition,
  FieldInput,
  maxFieldsPerWaitlist,
} from '../../../../../shared/list/fields/schema.ts';
import type { WebContext } from '../../../../web-context.ts';
import { readValues } from '../../../pages.ts';
import { fieldTypes } from '../fields.tsx';
import { freeKey } from '../free-key.ts';

type Type = FieldDefinition['type'];

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
  const input = readValues(FieldInput, { key: freeKey(name, fields), label: name, type, required: false });
  return (await createField(ctx, caller, waitlistId, input)).key;
}
