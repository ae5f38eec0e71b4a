/** `npm run bench -- NAME…`: measures parts of the service beside tools that do only that part. Without a name it runs all benchmarks. */
import { bulk } from './bulk.ts';
import { deliveries } from './deliveries.ts';
import { pruneEvents } from './events/prune.ts';
import { replay } from './events/replay.ts';
import { events } from './events.ts';
import { exports } from './export.ts';
import { exportLoad } from './export-load.ts';
import { farm } from './farm.ts';
import { form } from './form.ts';
import { idle } from './idle.ts';
import { imports } from './imports.ts';
import { mail } from './mail.ts';
import { mcp } from './mcp.ts';
import { queue } from './queue.ts';
import { reads } from './reads.ts';
import { replica } from './replica.ts';
import { rewards } from './rewards.ts';
import { signups } from './signups.ts';
import { soak } from './soak.ts';
import { waves } from './waves.ts';

const benchmarks: Readonly<Record<string, () => Promise<void>>> = {
  signups,
  bulk,
  export: exports,
  'export-load': exportLoad,
  reads,
  mail,
  deliveries,
  queue,
  mcp,
  events,
  'prune-events': pruneEvents,
  replay,
  replica,
  farm,
  rewards,
  form,
  imports,
  idle,
  soak,
  waves,
};

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(benchmarks);
const unknown = names.filter((name) => !Object.hasOwn(benchmarks, name));
if (unknown.length > 0) {
  console.error(`Unknown benchmark. Expected one or more of: ${Object.keys(benchmarks).join(', ')}`);
  process.exitCode = 1;
} else {
  for (const name of names) {
    console.log(`\n# ${name}`);
    await benchmarks[name]?.();
  }
}
