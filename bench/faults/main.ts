/**
 * `npm run faults -- NAME [--planted-bug] [--seed N]`: things that must hold whatever happens, tried for real. Without a name all of
 * them, one after the other. Exits 1 where one did not hold, or was named and cannot be tried here. With `--planted-bug` it exits 1 where
 * each run noticed what it broke itself, and 0 where one missed it, broke off or was not tried. 2 is for wrong arguments.
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { backlogNeighbours } from './backlog-neighbours.ts';
import { blockedLoop } from './blocked-loop.ts';
import { clockSkew } from './clock-skew.ts';
import { commitReply } from './commit-reply.ts';
import { deletesRace } from './deletes-race.ts';
import { deliveries } from './deliveries.ts';
import { diskFull } from './disk-full.ts';
import { doubleRings } from './double-rings.ts';
import { eventOrders } from './event-orders.ts';
import { failingProviders } from './failing-providers.ts';
import { failover } from './failover.ts';
import type { FaultRun } from './fault-run.ts';
import { fuzz } from './fuzz.ts';
import { hangingProviders } from './hanging-providers.ts';
import { intruders } from './intruders.ts';
import { killPostgres } from './kill-postgres.ts';
import { killWeb } from './kill-web.ts';
import { lockPileup } from './lock-pileup.ts';
import { mail } from './mail.ts';
import { model } from './model.ts';
import { monthRollover } from './month-rollover.ts';
import { poison } from './poison.ts';
import { raceMatrix } from './race-matrix.ts';
import { raceForPlaces } from './races.ts';
import { rationingProvider } from './rationing-provider.ts';
import { redisDown } from './redis-down.ts';
import { redisFlush } from './redis-flush.ts';
import { redisFull } from './redis-full.ts';
import { rollingRestarts } from './rolling-restarts.ts';
import { secrets } from './secrets.ts';
import { switchover } from './switchover.ts';
import { workerRaces } from './worker-races.ts';

const faults: Readonly<Record<string, FaultRun>> = {
  'kill-web': killWeb,
  'commit-reply': commitReply,
  'kill-postgres': killPostgres,
  failover,
  switchover,
  'lock-pileup': lockPileup,
  'clock-skew': clockSkew,
  'disk-full': diskFull,
  'rolling-restarts': rollingRestarts,
  races: raceForPlaces,
  'race-matrix': raceMatrix,
  'event-orders': eventOrders,
  mail,
  deliveries,
  secrets,
  intruders,
  model,
  fuzz,
  'double-rings': doubleRings,
  'redis-down': redisDown,
  'redis-flush': redisFlush,
  'redis-full': redisFull,
  'worker-races': workerRaces,
  'blocked-loop': blockedLoop,
  'deletes-race': deletesRace,
  poison,
  'backlog-neighbours': backlogNeighbours,
  'failing-providers': failingProviders,
  'hanging-providers': hangingProviders,
  'rationing-provider': rationingProvider,
  'month-rollover': monthRollover,
};
type Held = Awaited<ReturnType<FaultRun>> | 'broke off';

/** A run that takes longer hangs: each is bounded, most end within three minutes. */
const longestMinutes = 10;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'planted-bug': { type: 'boolean', default: false }, seed: { type: 'string' } },
});
const names = positionals.length > 0 ? positionals : Object.keys(faults);
const seed = values.seed === undefined ? randomInt(1, 1_000) : Number(values.seed);
const plantedBug = values['planted-bug'];
const unknown = names.filter((name) => !Object.hasOwn(faults, name));
if (unknown.length > 0 || !(Number.isInteger(seed) && seed >= 1 && seed <= 999)) {
  console.error(`Expected a seed from 1 to 999, and of the names: ${Object.keys(faults).join(', ')}`);
  process.exitCode = 2;
} else {
  process.on('uncaughtException', breakOff);
  process.exitCode = exitCodeOf(await runAll());
}

async function runAll(): Promise<Held[]> {
  const results: Record<string, { held: Held; seconds: number }> = {};
  for (const name of names) {
    console.log(`\n${name}, seed ${seed}`);
    const started = performance.now();
    const hang = setTimeout(
      () => breakOff(`${name} did not end within ${longestMinutes} minutes`),
      longestMinutes * 60_000,
    );
    const held = await faults[name]?.({ plantedBug, seed }).catch((error: unknown) => {
      console.error(error);
    });
    clearTimeout(hang);
    const seconds = Math.round((performance.now() - started) / 1_000);
    results[name] = { held: held ?? 'broke off', seconds };
  }
  if (names.length > 1) console.table(results);
  return Object.values(results).map(({ held }) => held);
}

function breakOff(reason: unknown): void {
  console.error(reason);
  process.exit(exitCodeOf(['broke off']));
}

function exitCodeOf(outcomes: readonly Held[]): 0 | 1 {
  if (plantedBug) return outcomes.every((held) => held === false) ? 1 : 0;
  const isFine = (held: Held) => held === true || (held === 'not tried' && positionals.length === 0);
  return outcomes.every(isFine) ? 0 : 1;
}
