import diagnostics from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { buildApp } from '../../../src/api/app.ts';
import type { WebContext } from '../../../src/api/web-context.ts';
import type { Method } from './service.ts';

/** A route of the app with one method. */
export interface Route {
  readonly method: Method;
  /** The pattern, such as /v1/waitlists/:id. */
  readonly url: string;
  readonly schema: RouteOptions['schema'];
}

/** All routes of the app with this prefix. They come from the app itself, so no new one is missed. */
export async function listRoutes(ctx: WebContext, prefix = '/v1/'): Promise<Route[]> {
  const routes: Route[] = [];
  const watch = (message: unknown) => {
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url, schema }) => {
      for (const each of [method].flat()) routes.push({ method: each as Method, url, schema });
    });
  };
  diagnostics.subscribe('fastify.initialization', watch);
  try {
    await (await buildApp(ctx)).ready();
  } finally {
    diagnostics.unsubscribe('fastify.initialization', watch);
  }
  return routes.filter(({ method, url }) => url.startsWith(prefix) && String(method) !== 'OPTIONS');
}
