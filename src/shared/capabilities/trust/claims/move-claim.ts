import type { CorrectSignup } from '../../../list/parts.ts';
import { domainOf } from '../../../list/signals/address-forms.ts';
import { isFreeProvider } from '../../../list/signals/domain-lists.ts';
import { enqueueJobs } from '../../../platform/queue/outbox.ts';

/**
 * Has the claim of a signup follow its new address (N4, N9): its domain is looked up, and it is judged again,
 * for what mails to the earlier address showed is no reason any more.
 */
export const moveClaim: CorrectSignup = async (_, tx, { accountId, id, emailKey }) => {
  const domain = domainOf(emailKey);
  const { count } = await tx`
    UPDATE referral_claims SET email_domain = ${domain}, asks_domain = ${!isFreeProvider(domain)}
    WHERE account_id = ${accountId} AND signup_id = ${id}`;
  if (count === 0) return {};
  await enqueueJobs(tx, 'judge-referral', [{ accountId, id }]);
  return { 'judge-referral': [{ accountId, id }] };
};
