import { setTimeout as sleep } from 'node:timers/promises';
import { selectPeople } from '../../shared/capabilities/announcements/selection/select-announcement.ts';
import { sendToMembers } from '../../shared/capabilities/announcements/sending/send-announcement.ts';
import { tellOfPause } from '../../shared/owner/notices/enqueue-notices.ts';
import type { ClaimedJob } from '../../shared/platform/queue/outbox.ts';
import { type JobEntries, share } from '../job-entry.ts';
import type { JobOutcome } from '../runner/processor.ts';
import { inOneTurn, startTurn } from '../runner/work-in-turns.ts';
import type { WorkerContext } from '../worker-context.ts';

/** How long a turn that found enough mails under way waits until it looks again. */
const lookAgainMs = 200;
/** After a turn in which no mail has ended: its mails go slowly. */
const slowSeconds = 2;

/**
 * Mails the members of an announcement for a turn, then lets others go first. While enough of its mails are
 * under way it only looks, and after a turn in which none of them has ended it rests.
 */
async function send(ctx: WorkerContext, job: ClaimedJob<'send-announcement'>): Promise<JobOutcome> {
  const isTimeUp = startTurn(ctx);
  const tell = tellOfPause(ctx);
  let hasProgress = false;
  for (let before: number | undefined; ; ) {
    const step = await sendToMembers(ctx, job, tell);
    if (step.next === 'settled') return { settled: true, hadWork: true };
    if (step.next === 'wait') return { retryAfterSeconds: step.seconds };
    if ('underWay' in step) {
      hasProgress ||= before !== undefined && step.underWay < before;
      before = step.underWay;
    } else hasProgress = true;
    if (isTimeUp())
      return hasProgress ? { hasMore: true, afterOthers: true } : { retryAfterSeconds: slowSeconds };
    if (step.next === 'full') await sleep(lookAgainMs);
  }
}

export const announcementJobs: JobEntries<'select-announcement' | 'send-announcement'> = {
  /** Counts or notes the people of an announcement for which an answer had no time. */
  'select-announcement': {
    run: (ctx, job) => inOneTurn(selectPeople(ctx, job, ctx.stopping)),
    concurrency: () => share(2, { most: 2, first: 2 }),
  },

  /** Mails the members of an announcement, few at a time. Its turns are mostly waiting. */
  'send-announcement': { run: send, concurrency: () => share(16, { most: 4, first: 4 }) },
};
