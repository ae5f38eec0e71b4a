import { open } from 'node:fs/promises';
import { join } from 'node:path';

/** A page of Postgres' log. */
const page = Buffer.alloc(8_192, 1);
const everyMs = 20;

/** In milliseconds, on the clock of `performance.now()`. */
interface DiskWrite {
  readonly startedAt: number;
  /** From when it was asked for until it was safe on the disk. */
  readonly ms: number;
}

export interface DiskProbe {
  /** What was written since this was last asked. */
  take(): DiskWrite[];
  stop(): Promise<void>;
}

/**
 * Asks the disk of a folder 50 times a second for what a commit asks of it: a page, written in place and safe. As with commits, those who
 * ask while a write is under way share the next. Shows how much of a commit's time the disk's own is.
 */
export async function startDiskProbe(folder: string): Promise<DiskProbe> {
  const file = await open(join(folder, 'disk-probe'), 'w');
  let asked: number[] = [];
  let done: DiskWrite[] = [];
  let writing: Promise<void> | undefined;

  async function write(): Promise<void> {
    while (asked.length > 0) {
      const these = asked;
      asked = [];
      await file.write(page, 0, page.length, 0);
      await file.datasync();
      const now = performance.now();
      done.push(...these.map((startedAt) => ({ startedAt, ms: now - startedAt })));
    }
    writing = undefined;
  }
  const timer = setInterval(() => {
    asked.push(performance.now());
    writing ??= write();
  }, everyMs);

  return {
    take() {
      const taken = done;
      done = [];
      return taken;
    },
    async stop() {
      clearInterval(timer);
      await writing;
      await file.close();
    },
  };
}
