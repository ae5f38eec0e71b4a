/**
 * `npm run large-list [-- SIGNUPS]`: measures the reads, the searches, the export and the deletion of a
 * waitlist, with 1,000,000 signups unless told otherwise. Shows the indexes that each search reads.
 */

import { startDeployment } from '../test/support/deployment/deployment.ts';
import { indexesOf, makeLargeList, searchesOf } from './large-list/searches.ts';

const signups = Number(process.argv[2] ?? 1_000_000);
const runs = 5;

const deployment = await startDeployment({ webs: 1, workers: 1 });
try {
  const list = await makeLargeList(deployment, signups);

  const call = async (method: string, path: string) => {
    const started = performance.now();
    const response = await fetch(`${deployment.urls[0]}/v1/waitlists/${list.waitlist}${path}`, {
      method,
      headers: { authorization: `Bearer ${list.key}` },
    });
    const text = await response.text();
    return { ms: performance.now() - started, status: response.status, text };
  };
  const measure = async (path: string) => {
    deployment.progress.show(`Reading ${path}`);
    const calls = [];
    for (let run = 0; run < runs; run++) calls.push(await call('GET', path));
    const inOrder = calls.toSorted((a, b) => a.ms - b.ms);
    const [first, median] = [calls[0], inOrder[Math.floor(runs / 2)]];
    return {
      status: first?.status,
      'first ms': Number(first?.ms.toFixed(1)),
      'median ms': Number(median?.ms.toFixed(1)),
      text: first?.text ?? '',
    };
  };

  const table: Record<string, object> = {};
  for (const query of searchesOf(list)) {
    const { text, ...measured } = await measure(`/signups?${query}`);
    const indexes = await indexesOf(deployment, list, query);
    table[query] = { ...measured, total: JSON.parse(text).total, indexes };
  }
  const { text: _, ...stats } = await measure('/stats');
  deployment.progress.end();
  console.log(`${signups} signups, ${runs} calls of each search; entries read of the indexes of signups`);
  console.table({ ...table, stats });

  const exports: Record<string, object> = {};
  for (const query of ['', ...searchesOf(list)].filter((each) => !/limit|offset|order/.test(each))) {
    deployment.progress.show(`Exporting ${query}`);
    const { status, ms, text } = await call('GET', `/signups/export?${query}`);
    exports[query || 'everything'] = {
      status,
      ms: Math.round(ms),
      rows: text.split('\n').length - 2,
      MB: Number((text.length / 1e6).toFixed(1)),
    };
  }
  deployment.progress.end();
  console.log('exports');
  console.table(exports);

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
