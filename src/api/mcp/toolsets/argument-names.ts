import { z } from 'zod';
import { AppError } from '../../../shared/platform/errors.ts';
import { describeFirstIssue } from '../../../shared/platform/schema/issue.ts';

const camelCase = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter: string) => `_${letter.toLowerCase()}`);

type Values = Readonly<Record<string, unknown>>;

/** Properties of the API as those of an argument: `utm_source` becomes `utmSource`. */
export const named = (properties: Readonly<Record<string, z.ZodType>>) =>
  z.strictObject(
    Object.fromEntries(Object.entries(properties).map(([name, each]) => [camelCase(name), each])),
  );

const renamed = (values: Values) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [snakeCase(name), value]));

/**
 * The body of the API of arguments, those in `groups` with the names in them, checked as its routes do.
 * @throws AppError invalid_request that names the argument
 */
export function toBody<Body extends z.ZodType>(
  body: Body,
  given: Values,
  groups: readonly string[],
): z.output<Body> {
  const nested = groups.flatMap((name) => {
    const values = given[name];
    return typeof values === 'object' && values !== null ? [[name, renamed(values as Values)]] : [];
  });
  const { data, error } = body.safeParse({ ...renamed(given), ...Object.fromEntries(nested) });
  if (error) throw new AppError('invalid_request', describeFirstIssue(error, { nameOf: camelCase }));
  return data;
}
