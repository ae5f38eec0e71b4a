import { z } from 'zod';
import { fieldKeyForm, maxFieldsPerWaitlist } from '../fields/schema.ts';
import { describeFirstIssue } from '../schema/issue.ts';
import { boundedText } from '../schema/text.ts';

const TextValue = boundedText(1_000);
const FieldValue = z.union([TextValue, z.number(), z.boolean(), z.null()]);

/** As they are stored. An empty list stands for what no field can hold: it is refused under a declared key, and dropped under another one. */
export type FieldValues = Readonly<Record<string, z.infer<typeof FieldValue> | readonly []>>;

/**
 * What of a signup's `fields` is handed to Postgres, which drops the keys that the waitlist does not declare (§2.5, C3.7): at most as
 * many as it can declare, each with a value that is no longer than one may be. So a caller's own data is no weight for the signups that
 * are stored with it. Only a signup that brings more than that asks `listKeys` for the declared ones.
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

/** Why a declared field of the type refuses a value. */
export function describeMismatch(value: unknown, type: string): string {
  const error = typeof value === 'string' ? TextValue.safeParse(value).error : undefined;
  return error ? describeFirstIssue(error) : `expected a ${type}`;
}
