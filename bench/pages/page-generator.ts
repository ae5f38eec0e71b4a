/** Opens pages over kept connections, as fast as they come or at a pace. Runs in its own process. */
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { callerAddress } from '../../test/support/network/caller-address.ts';
import { quantile } from '../../test/support/values/quantiles.ts';

export interface PageLoad {
  readonly urls: readonly string[];
  readonly paths: readonly string[];
  readonly connections: number;
  readonly measuredMs: number;
  /** Null: as fast as they come. */
  readonly perSecond: number | null;
}

export interface PageResult {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Answers by status. */
  readonly statuses: Readonly<Record<string, number>>;
}

async function load({ urls, paths, connections, measuredMs, perSecond }: PageLoad): Promise<PageResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const startedAt = performance.now();
  const latencies: number[] = [];
  const statuses: Record<string, number> = {};
  let next = 0;
  const open = (number: number) =>
    new Promise<number>((resolve, reject) => {
      const url = `${urls[number % urls.length]}${paths[number % paths.length]}`;
      const headers = { 'x-forwarded-for': callerAddress(number), 'accept-language': 'en' };
      get(url, { agent, headers }, (answer) => {
        answer.resume();
        answer.on('end', () => resolve(answer.statusCode ?? 0));
      }).on('error', reject);
    });
  const run = async () => {
    while (performance.now() - startedAt < measuredMs) {
      const number = next++;
      if (perSecond !== null) await sleep(startedAt + (number * 1_000) / perSecond - performance.now());
      const sentAt = performance.now();
      const status = await open(number);
      statuses[status] = (statuses[status] ?? 0) + 1;
      latencies.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: connections }, run));
  const seconds = (performance.now() - startedAt) / 1_000;
  agent.destroy();
  return {
    perSecond: latencies.length / seconds,
    p50Ms: quantile(latencies, 0.5),
    p99Ms: quantile(latencies, 0.99),
    statuses,
  };
}

process.on('message', async (request: PageLoad) => {
  process.send?.(await load(request));
  process.disconnect();
});
