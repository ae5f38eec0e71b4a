import type { Logger } from '../../process/log.ts';
import { toldElsewhere } from '../../process/repeat.ts';
import type { Outage } from './outage.ts';

/**
 * The callbacks of a loop that works with the database: its lines, when it fails and when it succeeds again.
 * While the database is away that is one line of the process, and each loop's own is at the level `debug`.
 */
export function tellOf(
  { log, outage }: { readonly log: Logger; readonly outage: Outage },
  failing: string,
  recovered: string,
  details: Readonly<Record<string, unknown>> = {},
) {
  return {
    onFailing(err: unknown) {
      const isExplained = outage.explains(err, `${failing} ${Object.values(details)}`);
      log[isExplained ? 'debug' : 'warn']({ ...details, err }, failing);
      return isExplained ? toldElsewhere : undefined;
    },
    onRecovered: () => log.info(details, recovered),
  };
}
