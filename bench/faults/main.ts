/** `npm run faults -- NAME [--planted-bug]`: things that must hold whatever happens, tried for real. Exits 1 where one did not. */
import { deliveries } from './deliveries.ts';
import { eventOrders } from './event-orders.ts';
import { mail } from './mail.ts';
import { redisFlush } from './redis-flush.ts';

const faults: Readonly<Record<string, (options: { plantedBug: boolean }) => Promise<boolean>>> = {
  'event-orders': eventOrders,
  mail,
  deliveries,
  'redis-flush': redisFlush,
};

const [name = '', ...options] = process.argv.slice(2);
const fault = faults[name];
if (!fault) {
  console.error(`Expected one of: ${Object.keys(faults).join(', ')}`);
  process.exitCode = 1;
} else if (!(await fault({ plantedBug: options.includes('--planted-bug') }))) {
  process.exitCode = 1;
}
