/**
 * `npm run storm`: 5,000 signups from 64 clients over two web processes, with two workers that mail them.
 * Exits with 1 if a check fails.
 */

import { startDeployment } from '../test/support/deployment/deployment.ts';
import { checkHistory } from '../test/support/storm/check-history.ts';
import { checkMails } from '../test/support/storm/check-mails.ts';
import { storm } from '../test/support/storm/storm.ts';

const requests = 5_000;

const deployment = await startDeployment({ webs: 2, workers: 2 });
try {
  const { key, waitlist } = await deployment.makeWaitlist();
  const started = performance.now();
  let answers = 0;
  const history = await storm({
    urls: deployment.urls,
    key,
    waitlist,
    requests,
    concurrency: 64,
    repeats: 0.1,
    referrals: 0.1,
    seed: 1,
    onCall: () => ++answers % 100 === 0 && deployment.progress.show(`${answers} of ${requests} answers`),
  });
  const answered = performance.now();
  await deployment.waitForMails();
  const mailed = performance.now();
  const problems = [
    ...(await checkHistory(deployment.sql, waitlist, history)),
    ...(await checkMails(deployment.sql, waitlist, deployment.sink.received)),
  ];
  const failed = history.signups.filter(({ status }) => status !== 201);
  console.table({
    requests: history.signups.length,
    'answers other than 201': failed.length,
    signups: deployment.sink.received.size,
    'seconds to the last answer': ((answered - started) / 1000).toFixed(2),
    'seconds to the last mail': ((mailed - started) / 1000).toFixed(2),
    problems: problems.length,
  });
  for (const line of problems.slice(0, 20)) console.error(line);
  process.exitCode = problems.length + failed.length > 0 ? 1 : 0;
} finally {
  await deployment.close();
}
