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

/** What is read of the environment, by the name of its part. */
export type Checked<Parts extends Readonly<Record<string, z.ZodType>>> = {
  [Name in keyof Parts]: z.infer<Parts[Name]>;
};

/**
 * Validates the parts of the environment.
 * @throws Error that names every bad variable on one line and shows no values
 */
export function checkEnvironment<Parts extends Readonly<Record<string, z.ZodType>>>(
  parts: Parts,
  env: NodeJS.ProcessEnv,
): Checked<Parts> {
  const set = withoutEmpty(env);
  const results = Object.entries(parts).map(([name, part]) => {
    const error = ({ input }: { input?: unknown }) => (input === undefined ? 'is not set' : undefined);
    return { name, ...part.safeParse(set, { error }) };
  });
  const issues = results.flatMap(({ error }) => error?.issues ?? []);
  if (issues.length > 0) {
    const problems = new Set(issues.map(({ path: [name], message }) => `${String(name)} ${message}`));
    throw new Error(`Bad environment: ${[...problems].join('; ')}`);
  }
  return Object.fromEntries(results.map(({ name, data }) => [name, data])) as Checked<Parts>;
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
