import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

/** Whether the path parameters match the schema of the route. A malformed id counts as unknown (C1.2). */
export function hasValidParams({ routeOptions, params }: FastifyRequest): boolean {
  const schema = routeOptions.schema?.params;
  return !(schema instanceof z.ZodType) || schema.safeParse(params).success;
}
