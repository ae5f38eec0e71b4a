import { type DestinationStream, type Logger, pino } from 'pino';
import sonicBoom from 'sonic-boom';

export type { Logger };

/**
 * What one write has at most: a pipe takes so many bytes as a whole, whatever other processes write to it
 * (PIPE_BUF of Linux).
 */
const writeBytes = 4_096;
/** A write begins once so many bytes wait, or after so long. */
const bufferBytes = 3_072;
const bufferMs = 100;

/**
 * Logs JSON lines to standard output. Email addresses, keys and settings are never logged. Lines are written
 * after 100 ms, with those that came meanwhile, or when the process exits: a write for each request would be
 * a large part of its cost. A process that is killed loses those of its last 100 ms.
 */
export function openLog(config: { readonly log: { readonly level: string } }, name: string): Logger {
  output ??= openOutput();
  return pino({ name, level: config.log.level, serializers: { err: describeError } }, output);
}

/** That of the process, for all its loggers. */
let output: DestinationStream | undefined;

/** Not pino's own: at the exit that one tries for ever to write to a reader who has gone. */
function openOutput(): DestinationStream {
  let isRead = true;
  const waiting: { timer?: NodeJS.Timeout } = {};
  const stdout = new sonicBoom.SonicBoom({
    fd: 1,
    sync: false,
    minLength: bufferBytes,
    maxWrite: writeBytes,
  });
  stdout.on('error', () => {
    isRead = false;
  });
  process.on('exit', () => {
    try {
      if (isRead) stdout.flushSync();
    } catch {
      // The reader has gone, so nobody would read why.
    }
  });
  const flush = () => {
    delete waiting.timer;
    stdout.flush();
  };
  return {
    write(line) {
      if (!isRead) return;
      stdout.write(line);
      waiting.timer ??= setTimeout(flush, bufferMs).unref();
    },
  };
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
