import type { Sql } from '../../../platform/postgres/connection.ts';
import type { Signup } from '../schema.ts';
import { type SignupWithDetails, signupDetails } from './schema.ts';

/** Adds what the caller asks for to each signup, behind all other keys (N1). */
export async function addDetails(
  sql: Sql,
  accountId: string,
  signups: readonly Signup[],
  names: readonly string[] = [],
): Promise<SignupWithDetails[]> {
  if (signups.length === 0) return [];
  const ids = signups.map(({ id }) => id);
  const known = signupDetails();
  const found = await Promise.all(
    names.map(async (name) => ({ name, values: await known.get(name)?.read(sql, accountId, ids) })),
  );
  return signups.map((signup) => ({
    ...signup,
    ...Object.fromEntries(found.map(({ name, values }) => [name, values?.get(signup.id) ?? null])),
  }));
}
