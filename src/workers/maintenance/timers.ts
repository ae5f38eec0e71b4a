import { failDeadImports } from '../../shared/capabilities/imports/fail-imports.ts';
import { expireDue } from '../../shared/capabilities/release/invitations/end-invitations.ts';
import { findExpired } from '../../shared/capabilities/retention/apply-retention.ts';
import { checkAccounts } from '../../shared/owner/notices/check-accounts.ts';
import { sendDigests } from '../../shared/owner/notices/digest/send-digests.ts';
import { goRound } from '../../shared/owner/notices/go-round.ts';
import { repeat } from '../../shared/platform/process/repeat.ts';
import type { WorkerContext } from '../worker-context.ts';
import { freeEmails, maintainEmails, remindPeople } from './maintain-emails.ts';
import { maintainIntegrations } from './maintain-integrations.ts';
import { askDomains, settleReferrals } from './maintain-referrals.ts';
import { maintainStatistics } from './maintain-statistics.ts';
import {
  forgetTraces,
  pruneAuditLogs,
  pruneDeliveries,
  pruneDrafts,
  pruneEmailEvents,
  pruneEvents,
  pruneIdempotencyKeys,
  pruneOldImports,
  pruneUserLinks,
} from './prune-tables.ts';

interface Task {
  readonly everyMs: number;
  /** The pause behind a run that was `unfinished`. */
  readonly soonMs?: number;
  run(ctx: WorkerContext): Promise<unknown>;
  /** Logged when it starts to fail, and when it succeeds again. */
  readonly failing: string;
  readonly recovered: string;
}

/** What every worker looks after beside its jobs. */
const tasks: readonly Task[] = [
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
    run: remindPeople,
    failing: 'people who have not confirmed cannot be reminded',
    recovered: 'people who have not confirmed are reminded again',
  },
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
  {
    everyMs: 60_000,
    run: (ctx) => findExpired(ctx, ctx.stopping),
    failing: 'signups that are not kept any longer cannot be found',
    recovered: 'signups that are not kept any longer are found again',
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
    everyMs: 10_000,
    run: (ctx) => expireDue(ctx, ctx.stopping),
    failing: 'invitations whose time is over cannot be marked',
    recovered: 'invitations whose time is over are marked again',
  },
  {
    everyMs: 60_000,
    run: pruneDrafts,
    failing: 'the members of old drafts cannot be deleted',
    recovered: 'the members of old drafts are deleted again',
  },
  {
    everyMs: 5_000,
    run: failDeadImports,
    failing: 'imports that workers die of cannot be ended',
    recovered: 'imports that workers die of are ended again',
  },
  {
    everyMs: 60_000,
    run: pruneOldImports,
    failing: 'old imports cannot be deleted',
    recovered: 'old imports are deleted again',
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
    const onFailing = (err: unknown) => ctx.log.warn({ err }, failing);
    const onRecovered = () => ctx.log.info(recovered);
    return repeat(everyMs, () => run(ctx), { onFailing, onRecovered }, soonMs);
  });
  return {
    async stop() {
      await Promise.all(timers.map((timer) => timer.stop()));
    },
  };
}
