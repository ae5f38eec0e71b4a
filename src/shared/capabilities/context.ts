import type { Context as MailContext } from '../mail/context.ts';
import type { JobNotifier } from '../platform/queue/job-notifier.ts';

/** What the operations of capabilities work with. */
export interface Context extends MailContext {}

/** What their maintenance works with. */
export interface MaintenanceContext extends Context {
  readonly notifier: JobNotifier;
  /** Aborted once the process is asked to end. */
  readonly stopping: AbortSignal;
}
