import { AppError } from '../../platform/errors.ts';
import type { FieldDefinition } from '../fields/schema.ts';
import { describeMismatch, type FieldValues } from '../signups/field-values.ts';
import type { SignupRow } from '../signups/queries.ts';

type StoredFields = SignupRow['fields'];

/** The fields of a signup after a change, and the keys whose values are others now. */
export interface MergedFields {
  readonly fields: StoredFields;
  readonly changed: readonly string[];
}

/**
 * Merges values into the custom fields of a signup, by the rules of a new one (§2.5): each value has the type
 * of its field, a required field has one, and what is not declared is dropped. Null removes a value, also one
 * of a field that was deleted. `given` comes from `toFieldValues` of what was sent.
 * @throws AppError invalid_request
 */
export function mergeFields(
  stored: StoredFields,
  given: FieldValues,
  sent: Readonly<Record<string, unknown>>,
  declared: readonly FieldDefinition[],
): MergedFields {
  const fields = new Map(Object.entries(stored));
  const changed: string[] = [];
  for (const [key, value] of Object.entries(given)) {
    const definition = declared.find((each) => each.key === key);
    if (value === null) {
      if (definition?.required) throw new AppError('invalid_request', `fields.${key}: is required`);
      if (fields.delete(key)) changed.push(key);
    } else if (definition) {
      if (typeof value !== definition.type)
        throw new AppError(
          'invalid_request',
          `fields.${key}: ${describeMismatch(sent[key], definition.type)}`,
        );
      if (fields.get(key) === value) continue;
      fields.set(key, value as StoredFields[string]);
      changed.push(key);
    }
  }
  return { fields: Object.fromEntries(fields), changed };
}
