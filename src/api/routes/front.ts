import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import type { WebContext } from '../web-context.ts';

/** The icon of the dashboard, where browsers and previews look for one. */
const icon = new URL('../../../src/api/dashboard/assets/icon.svg', import.meta.url);

/** What is found without a path: for people the dashboard, for programs the way to everything else. */
export async function frontRoutes(app: FastifyInstance, { ctx }: { ctx: WebContext }): Promise<void> {
  const { baseUrl } = ctx.config;
  const links = {
    account_url: `${baseUrl}/v1/account`,
    waitlists_url: `${baseUrl}/v1/waitlists`,
    signups_url: `${baseUrl}/v1/waitlists/{id}/signups`,
    stats_url: `${baseUrl}/v1/waitlists/{id}/stats`,
    events_url: `${baseUrl}/v1/events`,
    tools_url: `${baseUrl}/mcp`,
    openapi_url: `${baseUrl}/openapi.json`,
    documentation_url: `${baseUrl}/docs`,
    dashboard_url: `${baseUrl}/dashboard`,
    readiness_url: `${baseUrl}/readyz`,
  };

  app.get('/', async (request, reply) => {
    reply.header('vary', 'accept');
    return isBrowser(request.headers.accept) ? reply.redirect('/dashboard') : links;
  });

  // Forms and status pages say themselves that they are not to be indexed; who shows previews may read them.
  // Signup pages may be.
  app.get('/robots.txt', async (_, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send('User-agent: *\nAllow: /f/\nAllow: /s/\nAllow: /w/\nDisallow: /\n'),
  );

  const image = readFileSync(icon);
  app.get('/favicon.ico', async (_, reply) =>
    reply.header('cache-control', 'public, max-age=86400').type('image/svg+xml').send(image),
  );
}

const isBrowser = (accept = '') => /(^|,)\s*text\/html\s*(?=[,;]|$)/i.test(accept);
