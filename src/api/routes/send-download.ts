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
