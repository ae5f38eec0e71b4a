import { destination, type Logger, pino } from 'pino';
import type { Config } from '../config.ts';

export type { Logger };

/**
 * JSON lines on standard output. People's addresses, keys and settings are never logged. No call waits for the write: what is logged
 * while one is under way goes out with the next, and the rest when the process exits.
 */
export function openLog(config: Pick<Config, 'log'>, name: string): Logger {
  return pino(
    { name, level: config.log.level, serializers: { err: describeError } },
    destination({ dest: 1, sync: false }),
  );
}

/** An error without its other properties: a driver's error carries the values of the row that it refused. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  return {
    type: error.name,
    code: 'code' in error ? error.code : undefined,
    constraint: 'constraint_name' in error ? error.constraint_name : undefined,
    message: error.message,
    stack: error.stack,
    cause: error.cause === undefined ? undefined : describeError(error.cause),
  };
}
