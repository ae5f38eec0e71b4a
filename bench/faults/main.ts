/**
 * `npm run faults -- NAME [--planted-bug] [--seed N]`: things that must hold whatever happens, tried for real. Without a name all of
 * them, one after the other. Exits 1 where one did not hold.
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
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
import { raceForPlaces } from './races.ts';
import { redisDown } from './redis-down.ts';
import { redisFlush } from './redis-flush.ts';
import { redisFull } from './redis-full.ts';
import { rollingRestarts } from './rolling-restarts.ts';
import { secrets } from './secrets.ts';
import { workerRaces } from './worker-races.ts';

const faults: Readonly<Record<string, FaultRun>> = {
  'kill-web': killWeb,
  'commit-reply': commitReply,
  'kill-postgres': killPostgres,
  failover,
  'lock-pileup': lockPileup,
  'clock-skew': clockSkew,
  'disk-full': diskFull,
  'rolling-restarts': rollingRestarts,
  races: raceForPlaces,
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
  'failing-providers': failingProviders,
  'hanging-providers': hangingProviders,
  'month-rollover': monthRollover,
};
/** A run that takes longer hangs: each is bounded, most end within three minutes. */
const longestMinutes = 10;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'planted-bug': { type: 'boolean', default: false }, seed: { type: 'string' } },
});
const names = positionals.length > 0 ? positionals : Object.keys(faults);
const seed = values.seed === undefined ? randomInt(1, 1_000) : Number(values.seed);
const unknown = names.filter((name) => !(name in faults));
if (unknown.length > 0 || !Number.isInteger(seed)) {
  console.error(`Expected a seed that is a number, and of the names: ${Object.keys(faults).join(', ')}`);
  process.exitCode = 1;
} else await runAll();

async function runAll(): Promise<void> {
  const results: Record<string, { held: boolean; seconds: number }> = {};
  for (const name of names) {
    console.log(`\n${name}, seed ${seed}`);
    const started = performance.now();
    const hang = setTimeout(() => {
      console.error(`${name} did not end within ${longestMinutes} minutes`);
      process.exit(1);
    }, longestMinutes * 60_000);
    const held = await faults[name]?.({ plantedBug: values['planted-bug'], seed }).catch((error: unknown) => {
      console.error(error);
      return false;
    });
    clearTimeout(hang);
    results[name] = { held: held === true, seconds: Math.round((performance.now() - started) / 1_000) };
  }
  if (names.length > 1) console.table(results);
  if (Object.values(results).some(({ held }) => !held)) process.exitCode = 1;
}
