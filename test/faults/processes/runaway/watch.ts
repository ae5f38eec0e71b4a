import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../../../../src/shared/platform/postgres/connection.ts';
import type { ServiceProcess } from '../../../support/service/processes.ts';
import { quantileMs, type SteadySignups } from '../../support/steady-signups.ts';

/** What a piece of work did to others. Times in ms. */
export interface Effect {
  /** The longest stretch in which an event loop did nothing else. */
  readonly stretch: number;
  /** The p99 of another account's signups meanwhile. */
  readonly p99: number;
  /** What Postgres was still asked a second after the work should have ended. */
  readonly queries: readonly string[];
  /** CPU of the processes in the second after, over what they use without the work. */
  readonly cpu: number;
}

/** Watches processes and their Postgres while steady signups of another account run. */
export interface Watch {
  /**
   * Runs a piece of work, and looks at what it left a second later. The work ends when its client leaves or
   * when its job is done.
   */
  during(work: () => Promise<void>): Promise<Effect>;
  /** The p99 of the signups while nothing else ran. */
  calmP99(): number;
}

const restMs = 1_000;
const looksMs = 1_000;
const everyMs = 25;
const ticksPerSecond = 100;

/** The CPU that a process has used in ms, to 10 ms. */
function cpuOf({ child }: ServiceProcess): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticksPerSecond;
}

/** The longest stretch of a file of `watch-loop.js` that ended within the times. */
function longestStretch(file: string, from: number, to: number): number {
  const lines = readFileSync(file, 'latin1').split('\n');
  const stretches = lines.map((line) => line.split(' ').map(Number) as [number, number]);
  return Math.max(0, ...stretches.filter(([at]) => at >= from && at <= to).map(([, ms]) => ms));
}

/**
 * Begins with a look at the signups alone. What Postgres is asked then does not count as left behind later.
 */
export async function startWatch(
  sql: Sql,
  processes: readonly ServiceProcess[],
  loopLog: string,
  signups: SteadySignups,
  calmMs: number,
): Promise<Watch> {
  const busy: { from: number; to: number }[] = [];
  const usual = new Set<string>();

  /** The statements that ran, or ended, within the time. */
  async function watchQueries(ms: number): Promise<Set<string>> {
    const [{ begun }] = await sql<[{ begun: string }]>`SELECT clock_timestamp()::text AS begun`;
    const seen = new Set<string>();
    const end = performance.now() + ms;
    while (performance.now() < end) {
      const rows = await sql<{ query: string }[]>`
        SELECT query FROM pg_stat_activity
        WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND query <> ''
          AND (state = 'active' OR query_start > ${begun})`;
      for (const { query } of rows) seen.add(query.replace(/\s+/g, ' ').slice(0, 200));
      await sleep(everyMs);
    }
    return seen;
  }

  const cpu = () => processes.reduce((sum, each) => sum + cpuOf(each), 0);
  const before = cpu();
  for (const query of await watchQueries(calmMs)) usual.add(query);
  const calmCpu = ((cpu() - before) * looksMs) / calmMs;

  const callsIn = (holds: (startedAt: number) => boolean) =>
    signups.calls.filter(({ startedAt }) => holds(startedAt));
  return {
    async during(work) {
      const [from, fromDate] = [performance.now(), Date.now()];
      await work();
      await sleep(restMs);
      const [to, toDate] = [performance.now(), Date.now()];
      busy.push({ from, to });
      const cpuBefore = cpu();
      const queries = [...(await watchQueries(looksMs))].filter((query) => !usual.has(query));
      return {
        stretch: longestStretch(loopLog, fromDate, toDate),
        p99: quantileMs(
          callsIn((at) => at >= from && at <= to),
          0.99,
        ),
        queries,
        cpu: Math.max(0, cpu() - cpuBefore - calmCpu),
      };
    },
    calmP99: () =>
      quantileMs(
        callsIn((at) => busy.every(({ from, to }) => at < from || at > to)),
        0.99,
      ),
  };
}
