import type { FastifyReply } from 'fastify';

/** Names headers of the request that the answer depends on, besides those that are named already. */
export function varyBy(reply: FastifyReply, ...names: readonly string[]): FastifyReply {
  const known = String(reply.getHeader('vary') ?? '');
  return reply.header(
    'vary',
    [...new Set([...(known === '' ? [] : known.split(', ')), ...names])].join(', '),
  );
}
