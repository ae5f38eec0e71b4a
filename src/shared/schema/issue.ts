import type { z } from 'zod';

/** Whether a value is missing that its shape requires. Only zod's words tell: an issue does not hold the value. */
export function isMissing({ code, message }: z.core.$ZodIssue): boolean {
  return code === 'invalid_type' && message.includes('received undefined');
}

interface Wording {
  /** What readers know a key as, by its path with dots. */
  nameOf?(path: string): string;
  /** What follows the name of a missing value, in place of zod's words. */
  readonly missing?: string;
}

/** The first thing that is wrong with a value, behind the name of its key: `utm_source: expected a string`. */
export function describeFirstIssue(
  { issues: [issue] }: z.ZodError,
  { nameOf = (path) => path, missing }: Wording = {},
): string {
  if (!issue) return 'is not valid';
  const { path, message } = issue;
  if (path.length === 0) return message;
  const name = nameOf(path.join('.'));
  return missing !== undefined && isMissing(issue) ? `${name}${missing}` : `${name}: ${message}`;
}
