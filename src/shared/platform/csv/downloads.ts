import { Readable } from 'node:stream';
import { AppError } from '../errors.ts';
import type { Sql } from '../postgres/connection.ts';
import { assertNotOver, sqlUntil } from '../postgres/reading/sql-until.ts';
import { limitConcurrency } from '../process/limit-concurrency.ts';

/** Each download holds up to three pages in memory while its reader is slow. */
const maxDownloads = 16;
const maxPerAccount = 4;
const retryAfterSeconds = 2;

/** Reads a page of a download. @throws TimeoutError once the download is closed */
export type ReadPage = <T>(query: (sql: Sql) => Promise<T>) => Promise<T>;

/** The text of a download, page by page. */
type DownloadPages = (readPage: ReadPage) => AsyncIterable<string | Buffer>;

/** Where pages are read. */
export interface Rereading {
  /**
   * How a page is read where its server may go away meanwhile (N7); by default with the context's own `sql`.
   */
  readonly readPage?: ReadPage;
  /** Where the download is recorded if `sql` only reads. */
  readonly primary?: Sql;
}

/** Limits the downloads of a process, so that memory and connections remain for other requests. */
export interface Downloads {
  /**
   * Streams the pages. The next page is read only when the reader has consumed the previous ones. All
   * downloads together use at most half of the connections; others wait. The download counts until the stream
   * is closed, so it must be sent or destroyed: then its query is cancelled, and no other begins.
   * @throws AppError rate_limited if the process, or the account in this process, has too many downloads
   */
  start(ctx: Rereading & { readonly sql: Sql }, accountId: string, pages: DownloadPages): Readable;
}

/** `connections` is the size of the pool that the queries use. */
export function openDownloads(connections: number): Downloads {
  const counts = new Map<string, number>();
  let total = 0;
  const inTurn = limitConcurrency(Math.max(1, Math.floor(connections / 2)));

  function count(accountId: string, change: 1 | -1): void {
    total += change;
    const left = (counts.get(accountId) ?? 0) + change;
    if (left === 0) counts.delete(accountId);
    else counts.set(accountId, left);
  }

  return {
    start({ sql, readPage = (query) => query(sql) }, accountId, pages) {
      if (total >= maxDownloads) throw tooMany('The server');
      if ((counts.get(accountId) ?? 0) >= maxPerAccount) throw tooMany('The account');
      count(accountId, 1);
      const closed = new AbortController();
      const readUntilClosed: ReadPage = (query) =>
        inTurn(async () => {
          assertNotOver(closed.signal);
          return readPage((from) => query(sqlUntil(from, closed.signal)));
        });
      return toStream(pages(readUntilClosed), () => {
        closed.abort();
        count(accountId, -1);
      });
    },
  };
}

/** Unlike `Readable.from`, it does not wait for the page that is being read before it closes. */
function toStream(pages: AsyncIterable<string | Buffer>, onClose: () => void): Readable {
  const iterator = pages[Symbol.asyncIterator]();
  return new Readable({
    highWaterMark: 1,
    read() {
      iterator.next().then(
        ({ done, value }) => this.push(done ? null : value),
        (error: Error) => this.destroy(error),
      );
    },
    destroy(error, done) {
      onClose();
      done(error);
      iterator.return?.().catch(() => {});
    },
  });
}

function tooMany(owner: string): AppError {
  return new AppError(
    'rate_limited',
    `${owner} has too many downloads in progress. Try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  );
}
