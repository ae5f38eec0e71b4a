import { enqueueDueRewards } from '../../shared/capabilities/rewards/wait-queries.ts';
import { lookUpDomains } from '../../shared/capabilities/trust/domains/look-up-domains.ts';
import { enqueueDueClaims } from '../../shared/capabilities/trust/domains/queries.ts';
import { type MailResolver, openMailResolver } from '../../shared/capabilities/trust/domains/takes-mail.ts';
import { statement } from '../../shared/platform/postgres/transaction.ts';
import type { WorkerContext } from '../worker-context.ts';

/** Of one account in one run. */
const duePerAccount = 200;

/**
 * Has referrals judged again that may settle by now (N4), and rewards granted that waited for their time
 * (N5).
 */
export async function settleReferrals(ctx: WorkerContext): Promise<void> {
  const due = await statement(ctx.sql, (tx) => enqueueDueClaims(tx, duePerAccount));
  ctx.notifier.notify('judge-referral', due);
  const rewards = await statement(ctx.sql, (tx) => enqueueDueRewards(tx, duePerAccount));
  ctx.notifier.notify('grant-rewards', rewards);
}

let resolver: MailResolver | undefined;

/** Looks up the domains of new referrals (N4). */
export async function askDomains(ctx: WorkerContext): Promise<void> {
  resolver ??= openMailResolver(ctx.config.trust.dnsServers);
  ctx.notifier.notify('judge-referral', await lookUpDomains(ctx, resolver, ctx.stopping));
}
