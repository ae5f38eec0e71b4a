import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Answers with CSV text as it is made. Where the request was answered meanwhile, because its time was over, the text is let go. */
export function sendDownload(reply: FastifyReply, disposition: string, text: Readable): FastifyReply {
  if (reply.sent) {
    text.destroy();
    return reply;
  }
  return reply.type('text/csv; charset=utf-8').header('content-disposition', disposition).send(text);
}

/** For `content-disposition`: a file to keep, with its name in ASCII for old readers and in full for all others (RFC 6266, RFC 8187). */
export function attachment(fileName: string): string {
  const ascii = fileName.replace(/[^\w .-]/g, '_');
  const full = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${full}`;
}
