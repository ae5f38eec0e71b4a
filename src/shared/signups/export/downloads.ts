import { Readable } from 'node:stream';
import { AppError } from '../../errors.ts';

/** Each holds up to three pages in memory, also while its reader is slow. */
const mostDownloads = 16;
const mostPerAccount = 4;
const retryAfterSeconds = 2;

/** The text of a download, page by page. */
type DownloadPages = AsyncIterable<string | Buffer>;

/** The downloads of whole lists that a process has under way: so few that there are memory and connections for all else. */
export interface Downloads {
  /**
   * The text as a stream: no page is asked for before its reader has taken what is there. It counts until it is closed, so it must be
   * sent or destroyed. @throws AppError rate_limited where the process, or the account in it, has as many as it may
   */
  start(accountId: string, pages: DownloadPages): Readable;
  /** Runs a query of a download; all downloads together use half of the pool's connections at most, and the others wait. */
  query<T>(run: () => Promise<T>): Promise<T>;
}

/** `connections` is the size of the pool that the queries use. */
export function openDownloads(connections: number): Downloads {
  const counts = new Map<string, number>();
  let underWay = 0;

  function count(accountId: string, change: 1 | -1): void {
    underWay += change;
    const left = (counts.get(accountId) ?? 0) + change;
    if (left === 0) counts.delete(accountId);
    else counts.set(accountId, left);
  }

  return {
    start(accountId, pages) {
      if (underWay >= mostDownloads) throw tooMany('The server');
      if ((counts.get(accountId) ?? 0) >= mostPerAccount) throw tooMany('The account');
      count(accountId, 1);
      return Readable.from(pages, { objectMode: false, highWaterMark: 1 }).once('close', () =>
        count(accountId, -1),
      );
    },
    query: openGate(Math.max(1, Math.floor(connections / 2))),
  };
}

function tooMany(whose: string): AppError {
  return new AppError(
    'rate_limited',
    `${whose} has as many downloads under way as it may. Try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  );
}

/** Lets so many through at a time; the others wait for their turn. */
function openGate(width: number): Downloads['query'] {
  const waiting: (() => void)[] = [];
  let free = width;
  return async (run) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await run();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
