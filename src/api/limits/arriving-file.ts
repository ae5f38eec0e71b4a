import type { IncomingMessage, Server } from 'node:http';
import type { Readable } from 'node:stream';
import { AppError } from '../../shared/errors.ts';
import { maxFileBytes } from '../../shared/imports/upload/check-text.ts';
import { uploadTimeoutMs } from '../../shared/imports/upload/upload-import.ts';

/** Longer than an upload may take, so that its own refusal is the answer. */
export const uploadLimitMs = uploadTimeoutMs + 30_000;

const uploads = new WeakMap<Server, { count: number; usualMs: number }>();

/** A file that arrives as the body of a request, or a part of it. */
export interface ArrivingFile {
  /** Reads the file. What is not read of it when `read` is done is dropped, so that the client gets to read the answer. */
  use<T>(read: (bytes: AsyncIterable<Buffer>) => Promise<T>): Promise<T>;
}

/**
 * Reads a file as it arrives, for longer than other requests may take. Node has one time limit for all requests of a server,
 * which is longer while a file arrives.
 * @throws AppError 413 for a file that says that it is too large; invalid_request if the client disconnects
 */
export function arrivingFile(server: Server, raw: IncomingMessage, stream: Readable): ArrivingFile {
  const size = Number(raw.headers['content-length'] ?? 0);
  if (size > maxFileBytes + 100_000)
    throw new AppError('invalid_request', `The file is larger than ${maxFileBytes / 1024 ** 2} MiB.`, {
      status: 413,
    });
  return {
    async use(read) {
      const end = allowTime(server);
      try {
        return await read(stream.iterator({ destroyOnReturn: false }));
      } catch (error) {
        if (raw.destroyed && !raw.complete)
          throw new AppError('invalid_request', 'The request was aborted.', { cause: error });
        throw error;
      } finally {
        stream.resume();
        end();
      }
    },
  };
}

function allowTime(server: Server): () => void {
  const state = uploads.get(server) ?? { count: 0, usualMs: server.requestTimeout };
  uploads.set(server, state);
  if (state.count === 0) state.usualMs = server.requestTimeout;
  state.count += 1;
  server.requestTimeout = Math.max(state.usualMs, uploadLimitMs);
  return () => {
    state.count -= 1;
    if (state.count === 0) server.requestTimeout = state.usualMs;
  };
}
