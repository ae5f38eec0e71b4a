import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

/** Whether the ids in a request's path are well formed. A malformed id is an unknown one (C1.2). */
export function hasValidParams({ routeOptions, params }: FastifyRequest): boolean {
  const schema = routeOptions.schema?.params;
  return !(schema instanceof z.ZodType) || schema.safeParse(params).success;
}
