import { z } from 'zod';
import '../schema/messages.ts';

/** A URL with one of these schemes. */
export const urlOf = (...protocols: string[]) =>
  z.url({
    protocol: new RegExp(`^(${protocols.join('|')})$`),
    error: ({ code }) =>
      code === 'invalid_format'
        ? `must be a URL that starts with ${protocols.map((p) => `${p}://`).join(' or ')}`
        : undefined, // the usual message
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
  const { data, error } = shape.safeParse(withoutEmpty(env), {
    error: ({ input }) => (input === undefined ? 'is not set' : undefined),
  });
  if (error) {
    const problems = error.issues.map(({ path: [name], message }) => `${String(name)} ${message}`);
    throw new Error(`Bad environment: ${problems.join('; ')}`);
  }
  return data;
}

/**
 * Reads the configuration of a program whose standard output is not a log. An error ends it with one line on
 * standard error and exit code 1.
 */
export function exitOnError<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
