import { mkdtemp } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { startBench } from './support.ts';
import { openCluster } from './faults/cluster.ts';
import { startLoad } from './faults/load.ts';
import { startProcess } from '../test/support/processes.ts';
const cluster = await openCluster(await mkdtemp('/tmp/waitlist-bench-'));
await cluster.start();
const bench = await startBench({ webs: 0, workers: 0 }, { DATABASE_URL: cluster.url });
const webs = [await startProcess('web', bench.env), await startProcess('web', bench.env)];
for (const w of webs) { w.child.stderr?.on('data', (c) => console.log('STDERR', String(c).slice(0, 1500))); w.child.on('exit', (c, g) => console.log('EXIT', c, g, JSON.stringify(w.log.filter((l) => Number(l.level) >= 60 || l.msg === 'web fails')).slice(0, 2500))); }
const list = await bench.makeWaitlist();
const load = startLoad({ ...list, urls: webs.map((w) => w.url), concurrency: 64, repeats: 0.05, referrals: 0.05, removals: 0.01, retry: true, seed: 7 });
let bad = false;
for (let k = 0; k < 20 && !bad; k++) {
  await sleep(1000);
  await cluster.kill(); await sleep(300); const t = performance.now(); await cluster.start();
  const up = performance.now(); const before = load.succeeded();
  while (load.succeeded() === before && performance.now() - up < 12000) await sleep(20);
  console.log(k, 'start', (up - t).toFixed(0), 'recovery', (performance.now() - up).toFixed(0));
  bad = load.succeeded() === before || webs.some((w) => w.child.exitCode !== null);
}
process.exit(0);
