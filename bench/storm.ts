/** 5,000 signups from 64 callers over two web processes, while two workers mail them: `npm run storm`. Exits 1 if anything is wrong. */

import { checkHistory } from '../test/support/storm/check-history.ts';
import { checkMails } from '../test/support/storm/check-mails.ts';
import { storm } from '../test/support/storm/storm.ts';
import { startBench } from './support/bench.ts';

const requests = 5_000;

const bench = await startBench({ webs: 2, workers: 2 });
try {
  const { key, waitlist } = await bench.makeWaitlist();
  const started = performance.now();
  let answers = 0;
  const history = await storm({
    urls: bench.urls,
    key,
    waitlist,
    requests,
    concurrency: 64,
    repeats: 0.1,
    referrals: 0.1,
    seed: 1,
    onCall: () => ++answers % 100 === 0 && bench.progress.show(`${answers} of ${requests} answers`),
  });
  const answered = performance.now();
  await bench.mailed();
  const mailed = performance.now();
  const wrong = [
    ...(await checkHistory(bench.sql, waitlist, history)),
    ...(await checkMails(bench.sql, waitlist, bench.sink.received)),
  ];
  const failed = history.signups.filter(({ status }) => status !== 201);
  console.table({
    requests: history.signups.length,
    'answers other than 201': failed.length,
    signups: bench.sink.received.size,
    'seconds to the last answer': ((answered - started) / 1000).toFixed(2),
    'seconds to the last mail': ((mailed - started) / 1000).toFixed(2),
    'things wrong': wrong.length,
  });
  for (const line of wrong.slice(0, 20)) console.error(line);
  process.exitCode = wrong.length + failed.length > 0 ? 1 : 0;
} finally {
  await bench.close();
}
