import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

/** Whether the path parameters match the schema of the route. A malformed id counts as unknown (C1.2). */
export function hasValidParams(request: FastifyRequest): boolean {
  return findInvalidParam(request) === undefined;
}

/** The name of the first path parameter that does not match the schema of the route. */
export function findInvalidParam({ routeOptions, params }: FastifyRequest): string | undefined {
  const schema = routeOptions.schema?.params;
  if (!(schema instanceof z.ZodType)) return undefined;
  const { error } = schema.safeParse(params);
  return error && String(error.issues[0]?.path[0]);
}
