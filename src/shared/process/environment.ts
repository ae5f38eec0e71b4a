import { z } from 'zod';
import { isMissing } from '../schema/issue.ts';

/** A URL with one of these schemes. */
export const urlOf = (...protocols: string[]) =>
  z.url({
    protocol: new RegExp(`^(${protocols.join('|')})$`),
    error: ({ code }) =>
      code === 'invalid_format'
        ? `expected a URL that starts with ${protocols.map((p) => `${p}://`).join(' or ')}`
        : undefined, // the default: a missing variable is reported as not set
  });

/** The environment without empty variables, which count as unset. */
export function withoutEmpty(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
}

/** Validates the environment. @throws Error that names every bad variable on one line and shows no values */
export function checkEnvironment<Shape extends z.ZodType>(
  shape: Shape,
  env: NodeJS.ProcessEnv,
): z.infer<Shape> {
  const { data, error } = shape.safeParse(withoutEmpty(env));
  if (error) throw new Error(`Bad environment: ${error.issues.map(describeIssue).join('; ')}`);
  return data;
}

/**
 * Reads the configuration of a process.
 * An error ends the process with one line on standard error and exit code 1.
 */
export function exitOnError<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

function describeIssue(issue: z.core.$ZodIssue): string {
  return `${String(issue.path[0])} ${isMissing(issue) ? 'is not set' : issue.message}`;
}
