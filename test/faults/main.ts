/**
 * `npm run faults -- NAME [--planted-bug] [--seed N] [--size N] [--only PATTERN]`: causes faults in real
 * processes and checks the service's promises. Without a name it runs all; `upgrade` is followed by the
 * folder of an older build. Exits with 1 if a check failed, or if a named run is not possible here. With
 * `--planted-bug` it exits with 1 if every run noticed its bug, and with 0 if one missed it, aborted or was
 * not tried. Exits with 2 for wrong arguments.
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { feedOrder } from './events/feed-order.ts';
import { outageAndReplay } from './events/outage-and-replay.ts';
import { retriedDeliveries } from './events/retried-deliveries.ts';
import type { FaultRun } from './fault-run.ts';
import { importRun } from './imports/import.ts';
import { realMove } from './imports/real-move.ts';
import { appFailover } from './postgres/app-failover.ts';
import { commitReply } from './postgres/commit-reply.ts';
import { diskFull } from './postgres/disk-full.ts';
import { failover } from './postgres/failover.ts';
import { killPostgres } from './postgres/kill-postgres.ts';
import { lockPileup } from './postgres/lock-pileup.ts';
import { patroni } from './postgres/patroni/patroni.ts';
import { pooler } from './postgres/pooler.ts';
import { replica } from './postgres/replica.ts';
import { restore } from './postgres/restore/restore.ts';
import { switchover } from './postgres/switchover.ts';
import { blockedLoop } from './processes/blocked-loop.ts';
import { clockSkew } from './processes/clock-skew.ts';
import { confirmations } from './processes/confirmations.ts';
import { idempotency } from './processes/idempotency.ts';
import { killWeb } from './processes/kill-web.ts';
import { poison } from './processes/poison.ts';
import { proxiedRestarts } from './processes/proxied-restarts.ts';
import { rollingRestarts } from './processes/rolling-restarts.ts';
import { runaway } from './processes/runaway.ts';
import { upgrade } from './processes/upgrade.ts';
import { upgrades } from './processes/upgrades.ts';
import { backlogNeighbours } from './providers/backlog-neighbours.ts';
import { deliveries } from './providers/deliveries.ts';
import { failingProviders } from './providers/failing-providers.ts';
import { hangingProviders } from './providers/hanging-providers.ts';
import { mail } from './providers/mail.ts';
import { monthRollover } from './providers/month-rollover.ts';
import { rationingProvider } from './providers/rationing-provider.ts';
import { announcementsUnderKills } from './races/announcements.ts';
import { deletesRace } from './races/deletes-race.ts';
import { eventOrders } from './races/event-orders.ts';
import { judgedCredits } from './races/judged-credits.ts';
import { model } from './races/model.ts';
import { raceMatrix } from './races/race-matrix.ts';
import { races } from './races/races.ts';
import { wavesUnderKills } from './races/waves.ts';
import { workerRaces } from './races/worker-races.ts';
import { redisDown } from './redis/redis-down.ts';
import { redisFlush } from './redis/redis-flush.ts';
import { redisFull } from './redis/redis-full.ts';
import { redisCluster, redisClusterOfThree, redisSentinel } from './redis/redis-groups.ts';
import { repeatedNotifications } from './redis/repeated-notifications.ts';
import { erasure } from './security/erasure.ts';
import { fuzz } from './security/fuzz.ts';
import { intruders } from './security/intruders.ts';
import { secrets } from './security/secrets.ts';

const faults: Readonly<Record<string, FaultRun>> = {
  'kill-web': killWeb,
  idempotency,
  confirmations,
  'commit-reply': commitReply,
  'kill-postgres': killPostgres,
  failover,
  switchover,
  'app-failover': appFailover,
  pooler,
  replica,
  restore,
  patroni,
  'lock-pileup': lockPileup,
  'clock-skew': clockSkew,
  runaway,
  'disk-full': diskFull,
  'rolling-restarts': rollingRestarts,
  upgrades,
  upgrade,
  'proxied-restarts': proxiedRestarts,
  races,
  waves: wavesUnderKills,
  announcements: announcementsUnderKills,
  'race-matrix': raceMatrix,
  'event-orders': eventOrders,
  mail,
  deliveries,
  'retried-deliveries': retriedDeliveries,
  'outage-and-replay': outageAndReplay,
  'feed-order': feedOrder,
  secrets,
  intruders,
  erasure,
  model,
  fuzz,
  'repeated-notifications': repeatedNotifications,
  'redis-down': redisDown,
  'redis-flush': redisFlush,
  'redis-full': redisFull,
  'redis-cluster': redisCluster,
  'redis-cluster-of-three': redisClusterOfThree,
  'redis-sentinel': redisSentinel,
  'worker-races': workerRaces,
  'blocked-loop': blockedLoop,
  'deletes-race': deletesRace,
  'judged-credits': judgedCredits,
  import: importRun,
  'real-move': realMove,
  poison,
  'backlog-neighbours': backlogNeighbours,
  'failing-providers': failingProviders,
  'hanging-providers': hangingProviders,
  'rationing-provider': rationingProvider,
  'month-rollover': monthRollover,
};
type Result = Awaited<ReturnType<FaultRun>> | 'aborted';

/**
 * Most runs end within three minutes, and that of an import within half an hour. One that takes longer than
 * this hangs.
 */
const longestMinutes = 60;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    'planted-bug': { type: 'boolean', default: false },
    seed: { type: 'string' },
    size: { type: 'string' },
    only: { type: 'string' },
  },
});
// The run of an upgrade is followed by the folder of an older build.
const old = positionals[0] === 'upgrade' ? positionals.splice(1, 1)[0] : undefined;
const names = positionals.length > 0 ? positionals : Object.keys(faults);
const seed = values.seed === undefined ? randomInt(1, 1_000) : Number(values.seed);
const plantedBug = values['planted-bug'];
const size = values.size === undefined ? undefined : Number(values.size);
const unknown = names.filter((name) => !Object.hasOwn(faults, name));
if (unknown.length > 0 || !(Number.isInteger(seed) && seed >= 1 && seed <= 999)) {
  console.error(`Expected a seed from 1 to 999, and names of: ${Object.keys(faults).join(', ')}`);
  process.exitCode = 2;
} else {
  process.on('uncaughtException', abort);
  process.exitCode = exitCodeOf(await runAll());
}

async function runAll(): Promise<Result[]> {
  const results: Record<string, { passed: Result; seconds: number }> = {};
  for (const name of names) {
    console.log(`\n${name}, seed ${seed}`);
    const started = performance.now();
    const hang = setTimeout(
      () => abort(`${name} did not end within ${longestMinutes} minutes`),
      longestMinutes * 60_000,
    );
    const passed = await faults[name]?.({ plantedBug, seed, size, only: values.only, old }).catch(
      (error: unknown) => {
        console.error(error);
      },
    );
    clearTimeout(hang);
    const seconds = Math.round((performance.now() - started) / 1_000);
    results[name] = { passed: passed ?? 'aborted', seconds };
  }
  if (names.length > 1) console.table(results);
  return Object.values(results).map(({ passed }) => passed);
}

function abort(reason: unknown): void {
  console.error(reason);
  process.exit(exitCodeOf(['aborted']));
}

function exitCodeOf(results: readonly Result[]): 0 | 1 {
  if (plantedBug) return results.every((passed) => passed === false) ? 1 : 0;
  const isFine = (passed: Result) => passed === true || (passed === 'not tried' && positionals.length === 0);
  return results.every(isFine) ? 0 : 1;
}
