import { z } from 'zod';

/**
 * A text of at most `max` code points (C1.8b). What is checked behind it never sees a longer one: zod goes on after `max` unless it
 * is told to abort, and a parser of addresses takes seconds for half a megabyte.
 */
export const boundedText = (max: number) => z.string().max(max, { abort: true });

/** The same, trimmed before it is measured (C1.11). */
export const trimmedText = (max: number) => z.string().trim().max(max, { abort: true });

/** A list of at most `max` items, counted before any of them is looked at. `what` they are is told where there are more. */
export const boundedList = <List extends z.ZodArray>(list: List, max: number, what: string) =>
  counted(list, (value) => !Array.isArray(value) || value.length <= max, `expected at most ${max} ${what}`);

/** An object of at most `max` keys, counted before any of them is looked at. */
export const boundedRecord = <Fields extends z.ZodRecord>(record: Fields, max: number) =>
  counted(
    record,
    (value) => !isObject(value) || Object.keys(value).length <= max,
    `expected at most ${max} keys`,
  );

/** Any JSON object, however large: nothing in it is looked at. */
export const AnyObject = z
  .unknown()
  .refine(isObject, 'expected an object')
  .meta({ type: 'object', additionalProperties: {} })
  .transform((value) => value as Record<string, unknown>);

/** Refuses what holds too much, and leaves the rest to `shape`, whose JSON Schema it keeps. */
function counted<Shape extends z.ZodType>(shape: Shape, isFew: (value: unknown) => boolean, message: string) {
  const checked = z.preprocess((value, issues) => {
    if (isFew(value)) return value;
    issues.addIssue({ code: 'custom', message });
    return z.NEVER;
  }, shape);
  return checked.nonoptional(); // what is preprocessed may be left out, unless told
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
