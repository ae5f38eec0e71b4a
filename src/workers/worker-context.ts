import type { Context } from '../shared/context.ts';
import { isUnavailable } from '../shared/db.ts';
import { toManagedProvider } from '../shared/email/managed.ts';
import type { EmailSender } from '../shared/email/providers/provider.ts';
import {
  type EmailOutcome,
  finishSignupEmails,
  type SignupEmailRow,
  startSignupEmails,
} from '../shared/email/queries.ts';
import { microBatch } from '../shared/micro-batch.ts';

const maxPerStatement = 200;

/** What the processors of jobs work with. Statements of jobs that run side by side are folded into one. */
export interface WorkerContext extends Context {
  /** The service's own mail credentials (C9.4), where the operator has set them. */
  readonly managedEmail: { readonly sender: EmailSender; readonly from: string } | null;
  /** Marks a signup email as being sent; undefined where there is none to send any more. */
  startEmail(signupId: string): Promise<SignupEmailRow | undefined>;
  /** Records how it ended. @returns whether it was still this worker's to record */
  finishEmail(outcome: EmailOutcome): Promise<boolean>;
}

export function openWorkerContext(ctx: Context): WorkerContext {
  const { managed } = ctx.config.email;
  return {
    ...ctx,
    managedEmail: managed && { sender: openManagedSender(managed.url), from: managed.from },
    startEmail: microBatch<string, SignupEmailRow | undefined>({
      run: async (ids) => {
        const rows = new Map((await startSignupEmails(ctx.sql, ids)).map((row) => [row.signup_id, row]));
        return ids.map((id) => rows.get(id));
      },
      maxItems: maxPerStatement,
      isItemError: (error) => !isUnavailable(error),
    }),
    finishEmail: microBatch<EmailOutcome, boolean>({
      run: async (outcomes) => {
        const finished = new Set(await finishSignupEmails(ctx.sql, outcomes));
        return outcomes.map(({ signup_id }) => finished.has(signup_id));
      },
      maxItems: maxPerStatement,
      keyOf: ({ signup_id }) => signup_id,
      isItemError: (error) => !isUnavailable(error),
    }),
  };
}

function openManagedSender(url: string): EmailSender {
  const { provider, config } = toManagedProvider(url);
  return provider.open(config);
}
