import type { z } from 'zod';
import './messages.ts';

interface Wording {
  /** The name of a key for the reader, by its path with dots. */
  nameOf?(path: string): string;
  /** The name of the value as a whole, for a problem with no single key. Without it none is named. */
  readonly whole?: string;
}

/** A caller may send a key of any length. */
export const longestPath = 200;

/** The first problem with a value, behind the name of its key: `utm_source: must be a string`. */
export function describeFirstIssue(
  { issues: [issue] }: z.ZodError,
  { nameOf = (path) => path, whole }: Wording = {},
): string {
  if (!issue) return 'is not valid';
  const keys = issue.code === 'unrecognized_keys' ? [...issue.path, ...issue.keys.slice(0, 1)] : issue.path;
  const name = keys.length === 0 ? whole : nameOf(keys.join('.').slice(0, longestPath));
  return name === undefined ? issue.message : `${name}: ${issue.message}`;
}
