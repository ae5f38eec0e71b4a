/** `npm run faults -- NAME [--planted-bug]`: things that must hold whatever happens, tried for real. Exits 1 where one did not. */
import { deliveries } from './deliveries.ts';
import { doubleRings } from './double-rings.ts';
import { eventOrders } from './event-orders.ts';
import { mail } from './mail.ts';
import { redisDown } from './redis-down.ts';
import { redisFlush } from './redis-flush.ts';
import { redisFull } from './redis-full.ts';
import { workerRaces } from './worker-races.ts';

const faults: Readonly<Record<string, (options: { plantedBug: boolean }) => Promise<boolean>>> = {
  'event-orders': eventOrders,
  mail,
  deliveries,
  'redis-flush': redisFlush,
  'redis-down': redisDown,
  'redis-full': redisFull,
  'double-rings': doubleRings,
  'worker-races': workerRaces,
};

const [name = '', ...options] = process.argv.slice(2);
const fault = faults[name];
if (!fault) {
  console.error(`Expected one of: ${Object.keys(faults).join(', ')}`);
  process.exitCode = 1;
} else if (!(await fault({ plantedBug: options.includes('--planted-bug') }))) {
  process.exitCode = 1;
}
