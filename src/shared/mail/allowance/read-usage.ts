import type { Caller } from '../../account/api-keys/caller.ts';
import type { Context } from '../context.ts';
import { findUsage } from './allowance-queries.ts';

/** An account's month on the service's own mail credentials (§8 rule 3). */
export interface EmailUsage {
  /** The first day of the UTC month. */
  readonly month: string;
  /** Mails that were sent or have a reservation. */
  readonly reserved: number;
  /** The most there can be, burst included; 0 where the service sends nothing for the account. */
  readonly allowance: number;
  /** Mails that wait until there is a route for them. */
  readonly held: number;
}

/** What the account has used of its allowance, live. */
export async function readUsage(ctx: Context, caller: Caller): Promise<EmailUsage> {
  const usage = await findUsage(ctx.sql, caller.accountId);
  return { ...usage, allowance: ctx.config.email.managed ? caller.allowance : 0 };
}

/** What this month's allowance has left; null for an account with its own provider. */
export async function readRemaining(ctx: Context, caller: Caller): Promise<number | null> {
  if (caller.hasEmailProvider) return null;
  const { allowance, reserved } = await readUsage(ctx, caller);
  return Math.max(0, allowance - reserved);
}
