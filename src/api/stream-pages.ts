import { Readable } from 'node:stream';

/** A download's text: what is made is handed on, and no page is asked for before its reader has taken what is there. */
export function streamPages(pages: AsyncIterable<string | Buffer>): Readable {
  return Readable.from(pages, { objectMode: false, highWaterMark: 1 });
}
