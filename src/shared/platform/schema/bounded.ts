import { z } from 'zod';

/**
 * A list of at most `max` items, counted before any of them is checked. `what` names the items in the
 * refusal.
 */
export const boundedList = <List extends z.ZodArray>(list: List, max: number, what: string) =>
  counted(list, (value) => !Array.isArray(value) || value.length <= max, `must have at most ${max} ${what}`);

/** An object of at most `max` keys, counted before any of them is checked. */
export const boundedRecord = <Fields extends z.ZodRecord>(record: Fields, max: number) =>
  counted(
    record,
    (value) => !isObject(value) || Object.keys(value).length <= max,
    `must have at most ${max} keys`,
  );

/** Any JSON object, however large; its content is not checked. */
export const AnyObject = z
  .unknown()
  .refine(isObject, { error: ({ input }) => (input === undefined ? undefined : 'must be an object') })
  .meta({ type: 'object', additionalProperties: {} })
  .transform((value) => value as Record<string, unknown>);

/** Refuses a value with too many items and leaves the rest to `shape`, whose JSON Schema it keeps. */
function counted<Shape extends z.ZodType>(shape: Shape, isFew: (value: unknown) => boolean, message: string) {
  const checked = z.preprocess((value, issues) => {
    if (isFew(value)) return value;
    issues.addIssue({ code: 'custom', message });
    return z.NEVER;
  }, shape);
  return checked.nonoptional(); // a preprocessed key is optional by default
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
