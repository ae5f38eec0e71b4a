import { capabilityMaintenance } from '../../shared/capabilities.ts';
import { checkAccounts } from '../../shared/owner/notices/check-accounts.ts';
import { sendDigests } from '../../shared/owner/notices/digest/send-digests.ts';
import { goRound } from '../../shared/owner/notices/go-round.ts';
import type { MaintenanceTask } from '../../shared/platform/maintenance.ts';
import { tellOf } from '../../shared/platform/postgres/server/tell-of.ts';
import { repeat } from '../../shared/platform/process/repeat.ts';
import type { WorkerContext } from '../worker-context.ts';
import { freeEmails, maintainEmails } from './maintain-emails.ts';
import { maintainIntegrations } from './maintain-integrations.ts';
import { maintainStatistics } from './maintain-statistics.ts';
import {
  pruneAuditLogs,
  pruneDeliveries,
  pruneEmailEvents,
  pruneEvents,
  pruneIdempotencyKeys,
  pruneUserLinks,
} from './prune-tables.ts';

/** What every worker looks after beside its jobs. */
const tasks: readonly MaintenanceTask<WorkerContext>[] = [
  ...capabilityMaintenance,
  {
    everyMs: 1_000,
    soonMs: 250,
    run: freeEmails,
    failing: 'mails behind a throttle cannot be freed',
    recovered: 'mails behind a throttle are freed again',
  },
  {
    everyMs: 5_000,
    run: maintainEmails,
    failing: 'held mails cannot be released',
    recovered: 'held mails are released again',
  },
  {
    everyMs: 60_000,
    run: pruneEmailEvents,
    failing: 'old mail events cannot be deleted',
    recovered: 'old mail events are deleted again',
  },
  {
    everyMs: 60_000,
    run: pruneIdempotencyKeys,
    failing: 'old idempotency keys cannot be deleted',
    recovered: 'old idempotency keys are deleted again',
  },
  {
    everyMs: 60_000,
    run: pruneUserLinks,
    failing: 'old links to users cannot be deleted',
    recovered: 'old links to users are deleted again',
  },
  {
    everyMs: 60_000,
    run: pruneAuditLogs,
    failing: 'old entries of audit logs cannot be deleted',
    recovered: 'old entries of audit logs are deleted again',
  },
  {
    everyMs: 60_000,
    run: pruneDeliveries,
    failing: 'delivery logs cannot be cut',
    recovered: 'delivery logs are cut again',
  },
  {
    everyMs: 60_000,
    run: pruneEvents,
    failing: 'old events cannot be deleted',
    recovered: 'old events are deleted again',
  },
  {
    everyMs: 30_000,
    run: maintainIntegrations,
    failing: 'failing integrations cannot be looked after',
    recovered: 'failing integrations are looked after again',
  },
  {
    everyMs: 60_000,
    run: (ctx) => goRound(ctx, 'accounts', () => checkAccounts(ctx, ctx.stopping)),
    failing: 'accounts cannot be checked for notices',
    recovered: 'accounts are checked for notices again',
  },
  {
    everyMs: 60_000,
    run: (ctx) => goRound(ctx, 'digests', () => sendDigests(ctx, ctx.stopping)),
    failing: 'weekly digests cannot be sent',
    recovered: 'weekly digests are sent again',
  },
  {
    everyMs: 5_000,
    run: maintainStatistics,
    failing: 'tables that have grown cannot be analysed',
    recovered: 'tables that have grown are analysed again',
  },
];

/** Runs the maintenance, each task on a timer of its own; `stop` waits for those that run. */
export function startMaintenance(ctx: WorkerContext): { stop(): Promise<void> } {
  const timers = tasks.map(({ everyMs, soonMs, run, failing, recovered }) => {
    return repeat(everyMs, () => run(ctx), tellOf(ctx, failing, recovered), soonMs);
  });
  return {
    async stop() {
      await Promise.all(timers.map((timer) => timer.stop()));
    },
  };
}
