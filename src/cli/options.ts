import { InvalidArgumentError } from 'commander';
import type { z } from 'zod';
import { describeFirstIssue } from '../shared/schema/issue.ts';

/**
 * A command's options as the operation takes them.
 * @throws Error that names the first bad option by its flag and does not show its value, which may be a password
 */
export function readOptions<Shape extends z.ZodType>(shape: Shape, options: unknown): z.output<Shape> {
  const { data, error } = shape.safeParse(options);
  if (error) throw new Error(describeFirstIssue(error, { nameOf: toFlag, missing: ' is missing' }));
  return data;
}

/** For options that take a number. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new InvalidArgumentError('Expected a whole number.');
  return Number(text);
}

/** `owner.email` is what `--owner-email` gives. */
function toFlag(path: string): string {
  return `--${path.replaceAll('.', '-').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
