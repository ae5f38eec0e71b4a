import { setTimeout as sleep } from 'node:timers/promises';
import type { PatroniNode } from '../../../support/deployment/patroni/node.ts';
import type { PatroniCluster } from '../../../support/deployment/patroni/patroni.ts';
import { until } from '../../../support/until.ts';
import type { SteadySignups } from '../../support/steady-signups.ts';

const calmMs = 1_500;
const longestElectionSeconds = 60;
const longestRecoverySeconds = 30;
/** With the planted bug so many are stored by the leader alone. */
const aloneMs = 1_000;

/** How a leader is lost, and how its node comes back. */
interface Loss {
  lose(leader: PatroniNode, others: readonly PatroniNode[]): Promise<unknown>;
  comeBack(leader: PatroniNode): unknown;
}

/** All ways, the quickest and the plainest first. */
export const losses = {
  'switched over': {
    lose: (leader) => leader.ask('/switchover', 'POST', { leader: leader.name }),
    comeBack: () => {},
  },
  killed: { lose: (leader) => leader.kill(), comeBack: (leader) => leader.start() },
  suspended: { lose: (leader) => leader.suspend(), comeBack: (leader) => leader.resume() },
  'cut off from etcd': {
    lose: async (leader) => leader.cutOff(),
    comeBack: (leader) => leader.reconnect(),
  },
  'stopped cleanly': { lose: (leader) => leader.stop(), comeBack: (leader) => leader.start() },
} satisfies Record<string, Loss>;

/** The planted bug: what the leader stores in its last second, no other node gets. */
export const killedAlone: Loss = {
  async lose(leader, others) {
    await Promise.all(others.map((node) => node.suspend()));
    await leader.sql`SELECT pg_terminate_backend(pid) FROM pg_stat_replication`;
    await sleep(aloneMs);
    await leader.kill();
    for (const node of others) node.resume();
  },
  comeBack: (leader) => leader.start(),
};

/** What callers noticed of a loss. */
interface Outage {
  /** The longest time between two answers with 201. */
  readonly withoutMs: number;
  /** From the first answer of the new leader to the next 201. */
  readonly recoveryMs: number;
}

/** Loses the leader under load and brings its node back. Resolves when all nodes follow the new leader. */
export async function loseLeader(
  cluster: PatroniCluster,
  { lose, comeBack }: Loss,
  { calls }: SteadySignups,
): Promise<Outage> {
  const leader = await cluster.settle();
  const others = cluster.nodes.filter((node) => node !== leader);
  await sleep(calmMs);
  const from = performance.now();
  const losing = lose(leader, others);
  const isReplaced = async () => {
    const primaries = await Promise.all(others.map((node) => node.isPrimary()));
    return primaries.includes(true);
  };
  await Promise.all([losing, until(isReplaced, longestElectionSeconds)]);
  const replacedAt = performance.now();
  const succeeded = () => calls.filter(({ status, endedAt }) => status === 201 && endedAt >= from - calmMs);
  const next = () => succeeded().find(({ endedAt }) => endedAt > replacedAt);
  await until(async () => next() !== undefined, longestRecoverySeconds);
  await comeBack(leader);
  await cluster.settle();
  const times = succeeded().map(({ endedAt }) => endedAt);
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  return {
    withoutMs: Math.max(...gaps),
    recoveryMs: (next()?.endedAt ?? Number.POSITIVE_INFINITY) - replacedAt,
  };
}
