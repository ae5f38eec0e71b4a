/** `npm run faults -- NAME`: things that must hold whatever happens, tried for real. Exits 1 where one did not. */
import { eventOrders } from './event-orders.ts';

const faults: Readonly<Record<string, () => Promise<boolean>>> = { 'event-orders': eventOrders };

const fault = faults[process.argv[2] ?? ''];
if (!fault) {
  console.error(`Expected one of: ${Object.keys(faults).join(', ')}`);
  process.exitCode = 1;
} else if (!(await fault())) {
  process.exitCode = 1;
}
