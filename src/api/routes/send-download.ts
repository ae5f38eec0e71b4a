import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';

/** The responses of a route that answers with CSV. */
export const csvResponse = {
  200: { content: { 'text/csv': { schema: z.custom<Readable>().meta({ type: 'string' }) } } },
};

/** Streams CSV text. Destroys the stream if the time limit has already sent a response. */
export function sendDownload(reply: FastifyReply, disposition: string, text: Readable): FastifyReply {
  if (reply.sent) {
    text.destroy();
    return reply;
  }
  return reply.type('text/csv; charset=utf-8').header('content-disposition', disposition).send(text);
}

/**
 * The same for a spreadsheet: with a byte order mark, without which Excel takes the text for Windows-1252.
 */
export function sendSpreadsheet(reply: FastifyReply, disposition: string, text: Readable): FastifyReply {
  return sendDownload(reply, disposition, Readable.from(withMark(text)));
}

async function* withMark(text: Readable): AsyncGenerator<string | Buffer> {
  yield '\ufeff';
  yield* text;
}

/**
 * A `content-disposition` with the file name in ASCII for old clients and in full for others (RFC 6266, RFC
 * 8187).
 */
export function attachment(fileName: string): string {
  const ascii = fileName.replace(/[^\w .-]/g, '_');
  const full = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${full}`;
}
