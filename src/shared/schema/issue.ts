import type { z } from 'zod';

/**
 * Whether a required value is missing. Only the message of zod shows it: an issue does not hold the value.
 */
export function isMissing({ code, message }: z.core.$ZodIssue): boolean {
  return code === 'invalid_type' && message.includes('received undefined');
}

interface Wording {
  /** The name of a key for the reader, by its path with dots. */
  nameOf?(path: string): string;
  /** Follows the name of a missing value instead of zod's message. */
  readonly missing?: string;
}

/** The first problem with a value, behind the name of its key: `utm_source: expected a string`. */
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
