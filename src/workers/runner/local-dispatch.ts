import type { Logger } from '../../shared/process/log.ts';
import type { Doorbell } from '../../shared/queue/job-notifier.ts';
import type { JobName, Ring } from '../../shared/queue/jobs.ts';

type Answer = (ring: Ring) => Promise<void>;

/** Rings of one job that a worker answers itself, without a way through Redis. */
export interface OwnRings {
  /** Answers them here while there is room for it, and lets other workers hear the rest. */
  readonly doorbell: Doorbell;
  /** Says how; until then all are rung. */
  answerBy(answer: Answer): void;
  /** Takes no more, and waits for what runs. */
  close(): Promise<void>;
}

/** For a job that a worker makes of another one, such as the deliveries of an event. Up to `mostAtOnce` are answered here at a time. */
export function ownRings(
  doorbell: Doorbell,
  { job, mostAtOnce, log }: { job: JobName; mostAtOnce: number; log: Logger },
): OwnRings {
  const running = new Set<Promise<void>>();
  let answer: Answer | undefined;

  function takeHere(ring: Ring): boolean {
    if (!answer || running.size >= mostAtOnce) return false;
    const run = answer(ring)
      .catch((err: unknown) =>
        log.error({ err, job }, 'a ring was not answered; the sweep will find its job'),
      )
      .finally(() => running.delete(run));
    running.add(run);
    return true;
  }

  return {
    doorbell: {
      ...doorbell,
      ring: (name, rings) =>
        doorbell.ring(name, name === job ? rings.filter((ring) => !takeHere(ring)) : rings),
    },
    answerBy(how) {
      answer = how;
    },
    async close() {
      answer = undefined;
      await Promise.all(running);
    },
  };
}
