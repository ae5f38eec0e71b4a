import type { Outage } from '../../shared/platform/postgres/server/outage.ts';
import type { Logger } from '../../shared/platform/process/log.ts';
import type { JobNotifier } from '../../shared/platform/queue/job-notifier.ts';
import type { JobName, JobNotification } from '../../shared/platform/queue/jobs.ts';
import { logUnstarted } from './log-unstarted.ts';

/** Runs jobs of one kind in the worker that makes them, without going through Redis. */
export interface LocalDispatch {
  /** Runs them here while there is room for it, and notifies other workers of the rest. */
  readonly notifier: JobNotifier;
  /** Runs no more, and waits for those that run. */
  close(): Promise<void>;
}

/**
 * For a job that a worker makes of another one, such as the deliveries of an event. Up to `concurrency` run
 * here at a time.
 */
export function openLocalDispatch(
  { notifier, ...ctx }: { notifier: JobNotifier; log: Logger; outage: Outage },
  job: JobName,
  run: (notification: JobNotification) => Promise<void>,
  concurrency: number,
): LocalDispatch {
  const running = new Set<Promise<void>>();
  let closing = false;

  function dispatch(notification: JobNotification): boolean {
    if (closing || running.size >= concurrency) return false;
    const dispatched = run(notification)
      .catch((err: unknown) => logUnstarted(ctx, job, notification.id, err))
      .finally(() => running.delete(dispatched));
    running.add(dispatched);
    return true;
  }

  return {
    notifier: {
      ...notifier,
      notify: (name, notifications) =>
        notifier.notify(
          name,
          name === job ? notifications.filter((notification) => !dispatch(notification)) : notifications,
        ),
    },
    async close() {
      closing = true;
      await Promise.all(running);
    },
  };
}
