import type { Caller } from '../api-keys/caller.ts';
import type { Context } from '../context.ts';
import { type Scope, scopesOf } from '../scopes.ts';
import { findDecision } from './queries.ts';

/**
 * Whether it makes sense that an app asks its user for a scope: the role of the user has it, and the user has
 * not kept it back when the app asked before. So no app can ask for the same thing again and again.
 */
export async function mayAskFor(
  ctx: Pick<Context, 'sql'>,
  { actor }: Caller,
  scope: Scope,
): Promise<boolean> {
  if (actor.type !== 'app' || actor.id === null) return false;
  const decision = await findDecision(ctx.sql, actor.id);
  if (!decision || !scopesOf(decision.role).includes(scope)) return false;
  return !Object.values(decision.declined).some((scopes) => scopes.split(' ').includes(scope));
}
