/** `npm run large-list`: measures the reads, the export and the deletion of a waitlist with 200,000 signups. */

import { startDeployment } from '../test/support/deployment/deployment.ts';
import { storeSignups } from '../test/support/deployment/store-signups.ts';

const signups = 200_000;

const deployment = await startDeployment({ webs: 1, workers: 1 });
try {
  const { accountId, key, waitlist } = await deployment.makeWaitlist();
  await storeSignups(deployment.sql, { accountId, waitlist }, signups, {
    onStored: (stored) => deployment.progress.show(`${stored} of ${signups} signups stored`),
  });

  const call = async (method: string, path: string) => {
    const started = performance.now();
    const response = await fetch(`${deployment.urls[0]}/v1/waitlists/${waitlist}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}` },
    });
    const text = await response.text();
    return { ms: performance.now() - started, status: response.status, text };
  };
  const median = async (method: string, path: string) => {
    deployment.progress.show(`Reading ${path}`);
    const runs = [];
    for (let run = 0; run < 9; run++) runs.push(await call(method, path));
    runs.sort((a, b) => a.ms - b.ms);
    return { ms: Number(runs[4]?.ms.toFixed(1)), status: runs[4]?.status };
  };

  const medians = {
    'list, first page': await median('GET', '/signups'),
    'list, offset 100,000': await median('GET', '/signups?offset=100000'),
    'list, offset 190,000': await median('GET', '/signups?offset=190000'),
    'list, one email': await median('GET', '/signups?email=PERSON150000@example.com'),
    stats: await median('GET', '/stats'),
  };
  deployment.progress.end();
  console.log(`${signups} signups, medians of 9`);
  console.table(medians);
  const csv = await call('GET', '/signups/export');
  console.log(
    `export: ${csv.text.split('\n').length - 2} rows, ${(csv.text.length / 1e6).toFixed(1)} MB in ${csv.ms.toFixed(0)} ms`,
  );

  const removed = await call('DELETE', '');
  const rowsLeft = async () =>
    (await deployment.sql<[{ count: number }]>`SELECT count(*) FROM signups`)[0].count;
  console.log(
    `delete: ${removed.status} in ${removed.ms.toFixed(1)} ms, ${await rowsLeft()} rows left to purge`,
  );
  const started = performance.now();
  for (let left = await rowsLeft(); left > 0; left = await rowsLeft()) {
    deployment.progress.show(`${left} rows left to purge`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  deployment.progress.end();
  console.log(`purged after ${((performance.now() - started) / 1000).toFixed(1)} s`);
} finally {
  await deployment.close();
}
