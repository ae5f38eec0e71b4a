import { z } from 'zod';
import { isMissing } from '../schema/issue.ts';

/** An address with one of these schemes. */
export const urlOf = (...protocols: string[]) =>
  z.url({
    protocol: new RegExp(`^(${protocols.join('|')})$`),
    error: ({ code }) =>
      code === 'invalid_format'
        ? `expected an address that starts with ${protocols.map((p) => `${p}://`).join(' or ')}`
        : undefined, // a missing one is told as such
  });

/** The variables that are set to something: one that is set to nothing counts as unset. */
export function withoutEmpty(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
}

/** Reads variables by a shape. @throws Error that names every bad one on one line and shows no value */
export function checkEnvironment<Shape extends z.ZodType>(
  shape: Shape,
  env: NodeJS.ProcessEnv,
): z.infer<Shape> {
  const { data, error } = shape.safeParse(withoutEmpty(env));
  if (error) throw new Error(`Bad environment: ${error.issues.map(problem).join('; ')}`);
  return data;
}

/** What a process starts from: where that cannot be read, it ends with one line on standard error, and exit code 1. */
export function exitOnError<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

function problem(issue: z.core.$ZodIssue): string {
  return `${String(issue.path[0])} ${isMissing(issue) ? 'is not set' : issue.message}`;
}
