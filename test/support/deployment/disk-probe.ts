import { open } from 'node:fs/promises';
import { join } from 'node:path';

/** A page of the WAL. */
const page = Buffer.alloc(8_192, 1);
const everyMs = 20;

/** In milliseconds, on the clock of `performance.now()`. */
interface DiskWrite {
  readonly startedAt: number;
  /** From the request until the data is on disk. */
  readonly ms: number;
}

export interface DiskProbe {
  /** The writes since the last call. */
  take(): DiskWrite[];
  stop(): Promise<void>;
}

/**
 * Measures a disk 50 times a second: writes one page in place and waits until it is on disk, as a commit
 * does. Requests that come during a write share the next one, as commits do. This separates the disk's part
 * of a commit's time from the service's.
 */
export async function startDiskProbe(folder: string): Promise<DiskProbe> {
  const file = await open(join(folder, 'disk-probe'), 'w');
  let requests: number[] = [];
  let done: DiskWrite[] = [];
  let writing: Promise<void> | undefined;

  async function write(): Promise<void> {
    while (requests.length > 0) {
      const batch = requests;
      requests = [];
      await file.write(page, 0, page.length, 0);
      await file.datasync();
      const now = performance.now();
      done.push(...batch.map((startedAt) => ({ startedAt, ms: now - startedAt })));
    }
    writing = undefined;
  }
  const timer = setInterval(() => {
    requests.push(performance.now());
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
