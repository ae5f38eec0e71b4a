import type { Caller } from '../account/api-keys/caller.ts';
import { plans } from '../account/plans.ts';
import { AppError } from '../platform/errors.ts';

/** @throws AppError quota_exceeded on a plan without integrations (§4.7 rule 1) */
export function assertIncluded(plan: Caller['plan']): void {
  if (!plans[plan].integrations)
    throw new AppError('quota_exceeded', 'The plan does not include integrations. Upgrade to set them up.');
}
