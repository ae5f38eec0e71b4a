import type { FieldDefinition } from '../../list/fields/schema.ts';
import type { FormSettings } from './form-settings.ts';

/** The required fields that a form does not take. If there is one, it refuses every post. */
export function unaskedFields<T extends Pick<FieldDefinition, 'key' | 'required'>>(
  form: Pick<FormSettings, 'fields'>,
  fields: readonly T[],
): T[] {
  return fields.filter(({ key, required }) => required && !form.fields.includes(key));
}
