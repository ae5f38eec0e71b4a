import type { IncomingMessage, Server } from 'node:http';
import type { Readable } from 'node:stream';
import { maxFileBytes } from '../../shared/capabilities/imports/upload/check-text.ts';
import { uploadTimeoutMs } from '../../shared/capabilities/imports/upload/upload-import.ts';
import { AppError } from '../../shared/platform/errors.ts';
import { TimeoutError, withTimeout } from '../../shared/platform/process/with-timeout.ts';
import { arrivalsOf } from './arrivals.ts';

/** Longer than an upload may take, so that its own refusal is the answer. */
export const uploadLimitMs = uploadTimeoutMs + 30_000;

/** What a client must send at least. */
const bytesPerSecond = 32 * 1024;

/** A file that arrives as the body of a request, or a part of it. */
export interface ArrivingFile {
  /** Reads the file. What is not read of it when `read` is done is dropped behind the answer. */
  use<T>(read: (bytes: AsyncIterable<Buffer>) => Promise<T>): Promise<T>;
}

/**
 * Reads a file as it arrives, for longer than other requests may take, from a client that keeps on sending.
 * @throws AppError 413 for a file that says that it is too large; 408 if the client is slow; invalid_request
 * if it disconnects, or the file does not arrive whole
 */
export function arrivingFile(server: Server, raw: IncomingMessage, stream: Readable): ArrivingFile {
  const size = Number(raw.headers['content-length'] ?? 0);
  if (size > maxFileBytes + 100_000)
    throw new AppError('invalid_request', `The file is larger than ${maxFileBytes / 1024 ** 2} MiB.`, {
      status: 413,
    });
  return {
    async use(read) {
      const arrivals = arrivalsOf(server);
      const end = arrivals.allow(raw);
      try {
        return await read(inTime(stream, arrivals.limitMs));
      } catch (error) {
        if (raw.destroyed && !raw.complete)
          throw new AppError('invalid_request', 'The request was aborted.', { cause: error });
        throw error;
      } finally {
        end();
      }
    },
  };
}

/**
 * The pieces of a stream. Only the time counts in which they are waited for, not the time that storing them
 * takes.
 */
async function* inTime(stream: Readable, pauseMs: number): AsyncGenerator<Buffer> {
  const pieces: AsyncIterator<Buffer> = stream.iterator({ destroyOnReturn: false });
  for (let leftMs = pauseMs; ; ) {
    const startedAt = performance.now();
    const { done, value } = await withTimeout(leftMs, 'Client', pieces.next()).catch((error: unknown) => {
      throw error instanceof TimeoutError ? tooSlow() : notWhole(error);
    });
    if (done) return;
    leftMs += (value.length / bytesPerSecond) * 1_000 - (performance.now() - startedAt);
    leftMs = Math.min(Math.max(leftMs, 1), pauseMs);
    yield value;
  }
}

/** The client left, or the form around the file ends before its boundary. */
function notWhole(cause: unknown): AppError {
  return new AppError('invalid_request', 'The file did not arrive whole.', { cause });
}

function tooSlow(): AppError {
  return new AppError(
    'invalid_request',
    `The upload is too slow: at least ${bytesPerSecond / 1024} KiB a second are needed.`,
    { status: 408 },
  );
}
