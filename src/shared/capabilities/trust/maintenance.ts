import { deleteInBatches, type MaintenanceTask } from '../../platform/maintenance.ts';
import { statement } from '../../platform/postgres/transaction.ts';
import type { MaintenanceContext } from '../context.ts';
import { lookUpDomains } from './domains/look-up-domains.ts';
import { enqueueDueClaims, forgetOldTraces } from './domains/queries.ts';
import { openMailResolver } from './domains/takes-mail.ts';

/** Of one account in one run. */
const duePerAccount = 200;

/** Has referrals judged again that may settle by now (N4). */
export async function settleReferrals({ sql, notifier }: MaintenanceContext): Promise<void> {
  const due = await statement(sql, (tx) => enqueueDueClaims(tx, duePerAccount));
  notifier.notify('judge-referral', due);
}

/** Looks up the domains of new referrals (N4). */
export async function askDomains(ctx: MaintenanceContext): Promise<void> {
  const resolver = openMailResolver(ctx.config.trust.dnsServers);
  ctx.notifier.notify('judge-referral', await lookUpDomains(ctx, resolver, ctx.stopping));
}

/** Forgets the networks that visitors of judged referrals came from (30 days, N4). */
export const forgetTraces = (ctx: MaintenanceContext) => deleteInBatches(ctx, forgetOldTraces);

export const trustMaintenance: readonly MaintenanceTask<MaintenanceContext>[] = [
  {
    everyMs: 5_000,
    run: settleReferrals,
    failing: 'referrals cannot be settled',
    recovered: 'referrals are settled again',
  },
  {
    everyMs: 5_000,
    run: askDomains,
    failing: 'domains of referrals cannot be looked up',
    recovered: 'domains of referrals are looked up again',
  },
  {
    everyMs: 60_000,
    run: forgetTraces,
    failing: 'old networks of visitors cannot be forgotten',
    recovered: 'old networks of visitors are forgotten again',
  },
];
