import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

/** Allows any origin, without credentials (§4.9, C1.17). */
export async function allowCrossOrigin(app: FastifyInstance): Promise<void> {
  await app.register(cors, {
    origin: '*',
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'X-Request-Id'],
    exposedHeaders: [
      'Retry-After',
      'RateLimit-Limit',
      'RateLimit-Remaining',
      'RateLimit-Reset',
      'Content-Disposition',
      'Idempotent-Replayed',
      'X-Request-Id',
    ],
    maxAge: 86_400,
    strictPreflight: false,
  });
}
