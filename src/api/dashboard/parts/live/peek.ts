import type { FastifyRequest } from 'fastify';

/** Whether a script asks, to keep a page up to date: nobody reads the answer, and nobody need be there. */
export const isPeek = ({ headers }: Pick<FastifyRequest, 'headers'>) => headers['x-peek'] !== undefined;
