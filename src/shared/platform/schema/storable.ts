import { isStorable } from './text.ts';

/** Follows the path of a text that Postgres cannot store (C1.8). */
export const unstorableText = 'must not contain U+0000 or half of a surrogate pair';

/** Limits of the path in the error message. */
const maxPathDepth = 3;
const maxPathLength = 200;

/**
 * The path of a text that Postgres cannot store; undefined if there is none. `root` names the value itself.
 */
export function findUnstorable(
  value: unknown,
  root: string,
  path: readonly string[] = [],
): string | undefined {
  if (!containsUnstorable(value)) return undefined;
  const name = path.join('.').slice(0, maxPathLength);
  if (path.length === maxPathDepth || typeof value !== 'object' || value === null) return name || root;
  if (Array.isArray(value)) {
    const index = value.findIndex(containsUnstorable);
    return findUnstorable(value[index], root, [...path, `${index}`]);
  }
  if (!Object.keys(value).every(isStorable)) return `a key of ${name || `the ${root}`}`;
  const [key = '', child] = Object.entries(value).find(([, each]) => containsUnstorable(each)) ?? [];
  return findUnstorable(child, root, [...path, key]);
}

/**
 * Whether a value contains text that Postgres cannot store. Not recursive: values can nest very deeply.
 * Creates no arrays of keys: a body can have a value for every three bytes.
 */
function containsUnstorable(root: unknown): boolean {
  const stack: object[] = [];
  const isBad = (value: unknown) => {
    if (typeof value === 'object' && value !== null) stack.push(value);
    return typeof value === 'string' && !isStorable(value);
  };
  if (isBad(root)) return true;
  for (let value = stack.pop(); value; value = stack.pop()) {
    if (Array.isArray(value)) {
      for (const child of value) if (isBad(child)) return true;
    } else {
      for (const key in value) if (!isStorable(key) || isBad(value[key as keyof typeof value])) return true;
    }
  }
  return false;
}
