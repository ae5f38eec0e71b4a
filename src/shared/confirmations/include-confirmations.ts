import { z } from 'zod';
import type { Sql } from '../postgres/connection.ts';
import { named } from '../schema/described.ts';
import { Signup } from '../signups/schema.ts';
import { ConfirmationState, toConfirmationState } from './confirmation-state.ts';
import { listConfirmations } from './queries.ts';

/** What an answer about signups has in addition (N3). */
export const SignupInclude = z
  .literal('confirmation')
  .optional()
  .describe('Facts that the answer has in addition.');

/** A signup with what `include` asks for. */
export const SignupDetails = named(
  'Signup',
  Signup.extend({
    confirmation: ConfirmationState.nullable()
      .optional()
      .describe('Its confirmation; null if it was never asked. Only with `include=confirmation`.'),
  }),
);
export type SignupDetails = z.infer<typeof SignupDetails>;

/** Adds the confirmation of each signup, behind all other keys, if it is asked for. */
export async function includeConfirmations(
  sql: Sql,
  accountId: string,
  signups: readonly Signup[],
  include: z.infer<typeof SignupInclude>,
): Promise<SignupDetails[]> {
  if (include === undefined || signups.length === 0) return [...signups];
  const rows = await listConfirmations(
    sql,
    accountId,
    signups.map(({ id }) => id),
  );
  const found = new Map(rows.map((row) => [row.id, toConfirmationState(row)]));
  return signups.map((signup) => ({ ...signup, confirmation: found.get(signup.id) ?? null }));
}
