import type { Context } from '../shared/context.ts';
import { isUnavailable } from '../shared/db.ts';
import type { Doorbell } from '../shared/doorbell.ts';
import { type ManagedEmail, readManagedEmail } from '../shared/email/managed.ts';
import { type EmailOutcome, finishSignupEmails } from '../shared/email/queries.ts';
import { type StartedEmail, startSignupEmails } from '../shared/email/start-signup-emails.ts';
import { microBatch } from '../shared/micro-batch.ts';
import { openSenders, type Senders } from './senders.ts';

const maxPerStatement = 200;

/** What the processors of jobs work with. Statements of jobs that run side by side are folded into one. */
export interface WorkerContext extends Context {
  readonly doorbell: Doorbell;
  /** The service's own mail credentials (C9.4), where the operator has set them. */
  readonly managedEmail: ManagedEmail | null;
  readonly senders: Senders;
  /** Takes a signup email on; undefined where there is nothing to send: gone, sent or held. */
  startEmail(job: { id: string; attempt: number }): Promise<StartedEmail | undefined>;
  /** Records how it ended. @returns whether it was still this worker's to record */
  finishEmail(outcome: EmailOutcome, accountId: string): Promise<boolean>;
}

/** @throws Error for a MANAGED_EMAIL_URL that is none */
export function openWorkerContext(ctx: Context, doorbell: Doorbell): WorkerContext {
  const managedEmail = readManagedEmail(ctx.config);
  const finish = microBatch<EmailOutcome & { accountId: string }, boolean>({
    run: async (outcomes) => {
      const { finished, events } = await ctx.sql.begin((tx) => finishSignupEmails(tx, outcomes));
      for (const { id, accountId } of events) doorbell.ring('apply-email-event', [{ id, accountId }]);
      return outcomes.map(({ signup_id }) => finished.has(signup_id));
    },
    maxItems: maxPerStatement,
    keyOf: ({ signup_id }) => signup_id,
    isItemError: (error) => !isUnavailable(error),
  });
  return {
    ...ctx,
    doorbell,
    managedEmail,
    senders: openSenders(ctx, managedEmail),
    startEmail: microBatch({
      run: (jobs) => startSignupEmails(ctx, managedEmail, jobs),
      maxItems: maxPerStatement,
      keyOf: ({ id }) => id,
      isItemError: (error) => !isUnavailable(error),
    }),
    finishEmail: (outcome, accountId) => finish({ ...outcome, accountId }),
  };
}
