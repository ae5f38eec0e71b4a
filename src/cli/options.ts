import { InvalidArgumentError, Option } from 'commander';
import type { z } from 'zod';
import { describeFirstIssue } from '../shared/platform/schema/issue.ts';

/**
 * The options of a command, validated as input of its operation.
 * @throws Error that names the flag of the first bad option, but not its value: it may be a password
 */
export function readOptions<Shape extends z.ZodType>(shape: Shape, options: unknown): z.output<Shape> {
  const { data, error } = shape.safeParse(options);
  if (error) throw new Error(describeFirstIssue(error, { nameOf: toFlag }));
  return data;
}

/** Option parser. @throws InvalidArgumentError unless the text is a whole number of at most ten digits */
export function wholeNumber(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new InvalidArgumentError('Expected a whole number.');
  return Number(text);
}

/** What a command lists is read and printed as a whole. */
const mostListed = 1_000;

/** How many rows a command lists, by default `usual`. */
export function limitOption(usual: number): Option {
  return new Option('--limit <count>', `the most that are listed, 1 to ${mostListed}`)
    .argParser((text) => {
      const limit = wholeNumber(text);
      if (limit < 1 || limit > mostListed) throw new InvalidArgumentError(`Expected 1 to ${mostListed}.`);
      return limit;
    })
    .default(usual);
}

/** The path `owner.email` belongs to `--owner-email`. */
function toFlag(path: string): string {
  return `--${path.replaceAll('.', '-').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
