import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { describeApi } from '../openapi/document.ts';

/** The policy of /docs: its own scripts and styles, nothing inline, requests only to this service. */
const pagePolicy = (baseUrl: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${new URL(baseUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/**
 * Serves the API description at /openapi.json and as a page at /docs, both without a key (C11.6).
 * Must be registered before the routes that it describes.
 * The description is generated on the first request, so it does not slow down the start.
 */
export async function describeRoutes(app: FastifyInstance, baseUrl: string): Promise<void> {
  await app.register(swagger, describeApi(baseUrl));

  let text: string | undefined;
  app.get('/openapi.json', { schema: { hide: true } }, async (_, reply) => {
    text ??= JSON.stringify(app.swagger());
    return reply.type('application/json; charset=utf-8').send(text);
  });

  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: pagePolicy(baseUrl),
    theme: { title: 'Waitlist service API' },
    uiConfig: { layout: 'BaseLayout', defaultModelsExpandDepth: 0 },
  });
}
