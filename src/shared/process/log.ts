import { destination, type Logger, pino } from 'pino';
import type { Config } from '../config.ts';

export type { Logger };

/**
 * Logs JSON lines to standard output. Email addresses, keys and settings are never logged. Writes are
 * asynchronous: lines logged during a write go out with the next one, the rest when the process exits.
 */
export function openLog(config: Pick<Config, 'log'>, name: string): Logger {
  return pino(
    { name, level: config.log.level, serializers: { err: describeError } },
    destination({ dest: 1, sync: false }),
  );
}

/** Copies only known properties: an error of the database driver contains the values of the rejected row. */
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
