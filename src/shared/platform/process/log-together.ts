import type { Logger } from './log.ts';

const gatherMs = 1_000;
const mostIds = 10;

interface Gathered {
  count: number;
  readonly ids: string[];
  write(): void;
}

const gathered = new WeakMap<Logger, Map<string, Gathered>>();

/**
 * Logs what may happen to many rows at once: one line for all within a second that differ only in their id,
 * and in the stack of an error. It has their `count` and the first ten `ids`.
 */
export function logTogether(
  log: Logger,
  level: 'debug' | 'info' | 'warn' | 'error',
  id: string,
  details: Readonly<Record<string, unknown>>,
  msg: string,
): void {
  const lines = gathered.get(log) ?? new Map<string, Gathered>();
  gathered.set(log, lines);
  const key = JSON.stringify([level, msg, details], (_, value) =>
    value instanceof Error ? value.message : value,
  );
  const line = lines.get(key) ?? { count: 0, ids: [], write };
  line.count += 1;
  if (line.ids.length < mostIds) line.ids.push(id);
  if (line.count > 1) return;
  lines.set(key, line);
  setTimeout(write, gatherMs).unref();

  function write(): void {
    if (!lines.delete(key)) return; // at the end of the process, before its second was over
    const { count, ids } = line;
    log[level]({ ...details, count, ids }, msg);
  }
}

/** Writes the lines that are still open, at the end of the process. */
export function writeGathered(log: Logger): void {
  for (const { write } of [...(gathered.get(log)?.values() ?? [])]) write();
}
