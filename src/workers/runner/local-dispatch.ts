import type { Logger } from '../../shared/process/log.ts';
import type { JobNotifier } from '../../shared/queue/job-notifier.ts';
import type { JobName, JobNotification } from '../../shared/queue/jobs.ts';

type Answer = (notification: JobNotification) => Promise<void>;

/** Rings of one job that a worker answers itself, without a way through Redis. */
export interface LocalDispatch {
  /** Answers them here while there is room for it, and lets other workers hear the rest. */
  readonly notifier: JobNotifier;
  /** Says how; until then all are notified. */
  runWith(answer: Answer): void;
  /** Takes no more, and waits for what runs. */
  close(): Promise<void>;
}

/** For a job that a worker makes of another one, such as the deliveries of an event. Up to `mostAtOnce` are answered here at a time. */
export function openLocalDispatch(
  notifier: JobNotifier,
  { job, mostAtOnce: concurrency, log }: { job: JobName; mostAtOnce: number; log: Logger },
): LocalDispatch {
  const running = new Set<Promise<void>>();
  let answer: Answer | undefined;

  function dispatch(notification: JobNotification): boolean {
    if (!answer || running.size >= concurrency) return false;
    const run = answer(notification)
      .catch((err: unknown) =>
        log.error({ err, job }, 'a notification was not answered; the sweep will find its job'),
      )
      .finally(() => running.delete(run));
    running.add(run);
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
    runWith(how) {
      answer = how;
    },
    async close() {
      answer = undefined;
      await Promise.all(running);
    },
  };
}
