import { z } from 'zod';
import { describeFirstIssue } from '../../platform/schema/issue.ts';
import { mustBeOf } from '../../platform/schema/messages.ts';
import { boundedText } from '../../platform/schema/text.ts';
import { fieldKeyForm, maxFieldsPerWaitlist } from '../fields/schema.ts';

/** A value of a field of type string (§2.5). */
export const TextValue = boundedText(1_000);
const FieldValue = z.union([TextValue, z.number(), z.boolean(), z.null()]);

/**
 * Values as they are passed to Postgres. An empty array stands for a value that no field type allows:
 * Postgres rejects it under a declared key and drops it under any other.
 */
export type FieldValues = Readonly<Record<string, z.infer<typeof FieldValue> | readonly []>>;

/**
 * Reduces the `fields` of a signup to what Postgres needs; it drops undeclared keys (§2.5, C3.7). Limits the
 * number of keys and the length of values, so large input does not slow down the batch it is stored with.
 * Calls `listKeys` for the declared keys only if there are more keys than a waitlist can declare.
 */
export async function toFieldValues(
  given: Readonly<Record<string, unknown>>,
  listKeys: () => Promise<readonly string[]>,
): Promise<FieldValues> {
  const possible = Object.keys(given).filter((key) => fieldKeyForm.test(key));
  const keys = possible.length > maxFieldsPerWaitlist ? await listKeys() : possible;
  const values = keys
    .filter((key) => Object.hasOwn(given, key))
    .map((key): [string, FieldValues[string]] => {
      const { success, data } = FieldValue.safeParse(given[key]);
      return [key, success ? data : []];
    });
  return Object.fromEntries(values);
}

/** The error message for a value that does not match the type of its field. */
export function describeMismatch(value: unknown, type: string): string {
  const error = typeof value === 'string' ? TextValue.safeParse(value).error : undefined;
  return error ? describeFirstIssue(error) : mustBeOf(type);
}
