/**
 * `npm run bench -- NAME…`: measures parts of the service beside tools that do only that part. Without a name
 * it runs all benchmarks.
 */

import { deliveries } from './deliveries/deliveries.ts';
import { events } from './events/events.ts';
import { pruneEvents } from './events/prune.ts';
import { replay } from './events/replay.ts';
import { exports } from './export/export.ts';
import { exportLoad } from './export/export-load.ts';
import { farm } from './farm/farm.ts';
import { rewards } from './large-list/rewards.ts';
import { selections } from './large-list/selections.ts';
import { waves } from './large-list/waves.ts';
import { announcements } from './mail/announcements.ts';
import { mail } from './mail/mail.ts';
import { statusPages } from './pages/status-pages.ts';
import { cards } from './service/cards.ts';
import { cells } from './service/cells.ts';
import { idle } from './service/idle.ts';
import { imports } from './service/imports.ts';
import { manyRows } from './service/many-rows.ts';
import { mcp } from './service/mcp.ts';
import { queue } from './service/queue.ts';
import { reads } from './service/reads.ts';
import { replica } from './service/replica.ts';
import { soak } from './service/soak.ts';
import { bulk } from './signups/bulk.ts';
import { form } from './signups/form.ts';
import { signups } from './signups/signups.ts';

const benchmarks: Readonly<Record<string, () => Promise<void>>> = {
  signups,
  bulk,
  export: exports,
  'export-load': exportLoad,
  reads,
  mail,
  announcements,
  deliveries,
  queue,
  mcp,
  events,
  'prune-events': pruneEvents,
  replay,
  replica,
  cells,
  farm,
  rewards,
  selections,
  form,
  imports,
  many: manyRows,
  idle,
  soak,
  'status-pages': statusPages,
  waves,
  cards,
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
