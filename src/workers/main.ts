import closeWithGrace from 'close-with-grace';
import { readConfigOrExit } from '../shared/config.ts';
import { openContext } from '../shared/context.ts';
import { openDoorbell } from '../shared/doorbell.ts';
import { type JobName, jobNames } from '../shared/jobs.ts';
import { openConsumerRedis } from '../shared/redis.ts';
import type { Processor } from './processor.ts';
import { purgeWaitlist } from './purge-waitlist.ts';
import { openQueueWorker } from './queue-worker.ts';
import { repeat } from './repeat.ts';
import { jobRunner } from './run-job.ts';
import { sendSignupEmail } from './send-signup-email.ts';
import { sweepOutbox } from './sweep-outbox.ts';
import { openWorkerContext } from './worker-context.ts';

const sweepEveryMs = 5_000;
const shutdownMs = 20_000;

/** A job without a processor does not compile. */
const processors: { readonly [N in JobName]: Processor<N> } = {
  'send-signup-email': sendSignupEmail,
  'purge-waitlist': purgeWaitlist,
};

const config = readConfigOrExit(process.env);
const ctx = openWorkerContext(openContext(config, 'worker'));
const doorbell = openDoorbell(config, ctx.log);
const connection = openConsumerRedis(config, ctx.log);
const concurrency: Readonly<Record<JobName, number>> = {
  'send-signup-email': config.email.concurrency,
  'purge-waitlist': 1,
};

const open = <N extends JobName>(name: N) =>
  openQueueWorker(
    { connection, log: ctx.log },
    name,
    concurrency[name],
    jobRunner<N>(ctx, name, processors[name]),
  );

const workers = jobNames.map((name) => open(name));
const sweep = repeat(
  sweepEveryMs,
  () => sweepOutbox(ctx, doorbell),
  (err) => ctx.log.warn({ err }, 'the outbox was not swept'),
);
ctx.log.info({ jobs: jobNames }, 'worker started');

closeWithGrace({ delay: shutdownMs, logger: false }, async ({ err, signal }) => {
  if (err) ctx.log.fatal({ err }, 'worker fails');
  else ctx.log.info({ signal }, 'worker stops');
  await sweep.stop();
  await Promise.all(workers.map((worker) => worker.close()));
  await doorbell.close();
  connection.disconnect();
  ctx.managedEmail?.sender.close();
  await ctx.sql.end({ timeout: 5 });
});
