import type { Caller } from '../../account/api-keys/caller.ts';
import { plans } from '../../account/plans.ts';
import { statement } from '../../platform/postgres/transaction.ts';
import type { Context } from '../context.ts';
import { findFirstSteps, markDismissed } from './queries.ts';

/** The first steps of a new account, in their order. */
export type Step = 'waitlist' | 'key' | 'signup' | 'mail' | 'site' | 'integration';

export interface ChecklistStep {
  readonly step: Step;
  readonly isDone: boolean;
}

/**
 * What a new account has done and still has to do (C11.3); undefined once all was done or a user dismissed
 * it. Plans without integrations have no such step.
 */
export async function readChecklist(
  ctx: Context,
  { accountId, plan }: Caller,
  hasWaitlist: boolean,
): Promise<readonly ChecklistStep[] | undefined> {
  const row = await findFirstSteps(ctx.sql, accountId);
  if (row.is_dismissed) return undefined;
  const steps: ChecklistStep[] = [
    { step: 'waitlist', isDone: hasWaitlist },
    // Whoever adds people without code needs none.
    ...(row.has_key || !row.has_signup ? [{ step: 'key', isDone: row.has_key } as const] : []),
    { step: 'signup', isDone: row.has_signup },
    { step: 'mail', isDone: row.has_mail },
    { step: 'site', isDone: row.has_site },
    ...(plans[plan].integrations ? [{ step: 'integration', isDone: row.has_integration } as const] : []),
  ];
  if (steps.some(({ isDone }) => !isDone)) return steps;
  await dismissChecklist(ctx, accountId); // so that it does not come back with a revoked key
  return undefined;
}

/** Hides the checklist of an account for good. */
export async function dismissChecklist({ sql }: Context, accountId: string): Promise<void> {
  await statement(sql, (tx) => markDismissed(tx, accountId));
}
