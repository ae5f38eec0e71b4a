import { z } from 'zod';
import { named } from '../../../platform/schema/described.ts';
import { listPlace, type SignupDetail } from '../../parts.ts';
import { Signup } from '../schema.ts';

/** The facts that `include` can ask for, by their names (N1). */
export const signupDetails = (): ReadonlyMap<string, SignupDetail> =>
  new Map(listPlace.parts().flatMap(({ details = {} }) => Object.entries(details)));

export const detailList = () => includeList([...signupDetails().keys()]);

/** Names in a query: one parameter, separated by commas. Each counts once. */
export function includeList(known: readonly string[]) {
  const nameList = known.map((name) => `\`${name}\``).join(', ');
  return z
    .string()
    .max(200, { abort: true })
    .transform((text) => text.split(',').map((name) => name.trim()))
    .refine(
      (names) => names.every((name) => known.includes(name)),
      `must be one or more of ${known.join(', ')}, separated by commas`,
    )
    .transform((names) => [...new Set(names)])
    .optional()
    .meta({ type: 'string' })
    .describe(`Facts that the answer has in addition: ${nameList}, separated by commas.`);
}

/** The schema of a signup with what `include` asks for. */
export function signupWithDetails() {
  const shape = Object.fromEntries(
    [...signupDetails()].map(([name, { schema }]) => [name, schema.optional()]),
  );
  return named('Signup', Signup.extend(shape));
}

/** A signup with what `include` asks for. */
export type SignupWithDetails = Signup & Readonly<Record<string, unknown>>;
