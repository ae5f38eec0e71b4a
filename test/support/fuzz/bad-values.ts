import fc from 'fast-check';
import { z } from 'zod';
import { type Schema, valuesOf } from './from-schema.ts';

/** A value that a schema refuses. */
export interface BadValue {
  readonly value: Record<string, unknown>;
  /** The path of the first problem, with dots; empty for the value as a whole. */
  readonly path: string;
  /** Whether that problem is a key that the schema does not declare. */
  readonly isUnknownKey: boolean;
}

const keys = Array.from({ length: 30 }, (_, index) => [`k${index}`, 'x'] as const);

/** A missing value, and values of wrong types, lengths and sizes. None of them suits every schema. */
const candidates: readonly unknown[] = [
  undefined,
  null,
  true,
  -1,
  0,
  1.5,
  1e300,
  '',
  ' ',
  'nonsense',
  'two\nlines',
  '999999999',
  'x'.repeat(5_000),
  'x'.repeat(210_000),
  [],
  [7],
  ['nonsense'],
  Array(200).fill('x'),
  {},
  Object.fromEntries(keys),
  { 'not a key': 'x' },
  { [`k${'x'.repeat(300)}`]: 'x' },
  { a: 7 },
];

/**
 * Values that an object schema refuses: a valid one in which one key, at any depth, has another value, and
 * one with a key too many. `given` holds the keys that cannot be generated.
 */
export function badValuesOf(schema: z.ZodType, given: object = {}): BadValue[] {
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  const valid = fc
    .sample(valuesOf(shape), { seed: 1, numRuns: 200 })
    .map((value) => ({ ...(value as object), ...given }))
    .find((value) => schema.safeParse(value).success);
  if (!valid) throw new Error('No valid value was found');
  const changed = [
    ...pathsOf(shape).flatMap((path) => candidates.map((value) => withValue(valid, path, value))),
    { ...valid, undeclared: 1 },
  ];
  return changed.flatMap((value) => {
    const [issue] = schema.safeParse(value).error?.issues ?? [];
    if (!issue) return [];
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
    const path = [...issue.path, ...unknown].join('.').slice(0, 200);
    return [{ value, path, isUnknownKey: unknown.length > 0 }];
  });
}

/** The paths of all keys that an object schema declares. */
function pathsOf({ properties = {}, anyOf = [] }: Schema, above: readonly string[] = []): string[][] {
  const own = Object.entries(properties).flatMap(([key, child]) => {
    const path = [...above, key];
    return [path, ...pathsOf(child, path)];
  });
  return [...own, ...anyOf.flatMap((child) => pathsOf(child, above))];
}

function withValue(
  root: Readonly<Record<string, unknown>>,
  [key = '', ...below]: readonly string[],
  value: unknown,
): Record<string, unknown> {
  if (below.length === 0) return { ...root, [key]: value };
  return { ...root, [key]: withValue(Object(root[key]), below, value) };
}
