import { Readable } from 'node:stream';
import { AppError } from '../../errors.ts';
import type { Sql } from '../../postgres/connection.ts';
import { type InTurn, limitConcurrency } from '../../process/limit-concurrency.ts';

/** Each download holds up to three pages in memory while its reader is slow. */
const maxDownloads = 16;
const maxPerAccount = 4;
const retryAfterSeconds = 2;

/** The text of a download, page by page. */
type DownloadPages = AsyncIterable<string | Buffer>;

/** Limits the downloads of a process, so that memory and connections remain for other requests. */
export interface Downloads {
  /**
   * Streams the pages. The next page is read only when the reader has consumed the previous ones.
   * The download counts until the stream is closed, so it must be sent or destroyed.
   * @throws AppError rate_limited if the process, or the account in this process, has too many downloads
   */
  start(accountId: string, pages: DownloadPages): Readable;
  /** Runs a query of a download. All downloads together use at most half of the connections; others wait. */
  readonly query: InTurn;
}

/** Reads a page of a download. */
export type ReadPage = <T>(query: (sql: Sql) => Promise<T>) => Promise<T>;

/**
 * How a page is read where its server may go away meanwhile (N7); by default with the context's own `sql`.
 */
export interface Rereading {
  readonly readPage?: ReadPage;
  /** Where the download is recorded if `sql` only reads. */
  readonly primary?: Sql;
}

/** Reads the pages of a download, within the limits of all. */
export function pageReader(ctx: Rereading & { readonly sql: Sql; readonly downloads: Downloads }): ReadPage {
  const { readPage = (query) => query(ctx.sql) } = ctx;
  return (query) => ctx.downloads.query(() => readPage(query));
}

/** `connections` is the size of the pool that the queries use. */
export function openDownloads(connections: number): Downloads {
  const counts = new Map<string, number>();
  let total = 0;

  function count(accountId: string, change: 1 | -1): void {
    total += change;
    const left = (counts.get(accountId) ?? 0) + change;
    if (left === 0) counts.delete(accountId);
    else counts.set(accountId, left);
  }

  return {
    start(accountId, pages) {
      if (total >= maxDownloads) throw tooMany('The server');
      if ((counts.get(accountId) ?? 0) >= maxPerAccount) throw tooMany('The account');
      count(accountId, 1);
      return Readable.from(pages, { objectMode: false, highWaterMark: 1 }).once('close', () =>
        count(accountId, -1),
      );
    },
    query: limitConcurrency(Math.max(1, Math.floor(connections / 2))),
  };
}

function tooMany(owner: string): AppError {
  return new AppError(
    'rate_limited',
    `${owner} has too many downloads in progress. Try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  );
}
