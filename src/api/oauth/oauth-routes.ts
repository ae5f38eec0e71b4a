import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { scopes } from '../../shared/account/scopes.ts';
import { AppError, notFound } from '../../shared/platform/errors.ts';
import { assertOauthLimit, type OauthCall } from '../limits/limits.ts';
import type { WebContext } from '../web-context.ts';
import { callerAddress } from './client-document.ts';
import { oauthPaths } from './provider.ts';
import { readClient, registrationError } from './registration.ts';
import { isToolPath } from './resources.ts';

const mostBytes = 16 * 1024;

/**
 * The authorization server for apps that connect to the tool server, and how they find it (RFC 8414, 9728).
 */
export async function oauthRoutes(
  app: FastifyInstance,
  { ctx, provider }: { ctx: WebContext; provider: () => Promise<Provider> },
): Promise<void> {
  const { baseUrl } = ctx.config;
  const { host, protocol } = new URL(baseUrl);

  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: mostBytes }, (_, body, done) =>
    done(null, body),
  );
  // The library reads forms by itself, 56 KiB at most.
  app.addContentTypeParser('application/x-www-form-urlencoded', (_request, _payload, done) => done(null));

  /**
   * Hands a request to the library, with this body if its own is read already. It reads the address of the
   * service from headers.
   */
  async function handOver(request: FastifyRequest, reply: FastifyReply, body?: string): Promise<void> {
    callback ??= (await provider()).callback();
    const raw = body === undefined ? request.raw : withBody(request.raw, body);
    raw.url = raw.url?.replace(/^https?:\/\/[^/]*/i, '');
    Object.assign(raw.headers, { host, 'x-forwarded-proto': protocol.slice(0, -1) });
    delete raw.headers['x-forwarded-host'];
    callerAddress.set(raw, request.ip);
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value) reply.raw.setHeader(name, value);
    reply.hijack();
    await callback(raw, reply.raw);
  }
  let callback: ReturnType<Provider['callback']> | undefined;

  const limit =
    (what: OauthCall) =>
    ({ ip }: FastifyRequest) =>
      assertOauthLimit(ctx.limiter, what, ip);

  app.get('/.well-known/oauth-authorization-server', (request, reply) => handOver(request, reply));

  const resource = (path: string) => ({
    resource: baseUrl + path,
    authorization_servers: [baseUrl],
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
    resource_name: 'Waitlist tools',
    resource_documentation: `${baseUrl}/docs`,
  });
  app.get('/.well-known/oauth-protected-resource', async () => resource('/mcp'));
  app.get('/.well-known/oauth-protected-resource/*', async ({ params }) => {
    const path = `/${(params as { '*': string })['*']}`;
    return isToolPath(path) ? resource(path) : notFound('tool server');
  });

  // A browser that is signed in here decides about each app anew, so what the library keeps of it is not
  // sent.
  app.get(oauthPaths.authorize, { onRequest: limit('authorize') }, async (request, reply) => {
    request.raw.url = withScopes(request.raw.url ?? '');
    withoutCookie(request, 'waitlist-oauth');
    return handOver(request, reply);
  });
  app.get(`${oauthPaths.authorize}/:uid`, { onRequest: limit('authorize') }, async (request, reply) => {
    withoutCookie(request, 'waitlist-oauth');
    return handOver(request, reply);
  });
  for (const [path, what] of [
    [oauthPaths.token, 'token'],
    [oauthPaths.revoke, 'token'],
  ] as const)
    app.post(path, { onRequest: limit(what) }, (request, reply) => handOver(request, reply));
  const registering = { onRequest: limit('register'), config: { errorBody: registrationError } };
  app.post(oauthPaths.register, registering, async (request, reply) => {
    return handOver(request, reply, JSON.stringify(readClient(parseJson(request.body))));
  });
}

/** The same request, whose body is still to be read: the library takes no other. */
function withBody(raw: IncomingMessage, body: string): IncomingMessage {
  const bytes = Buffer.from(body);
  raw.headers['content-length'] = String(bytes.length);
  delete raw.headers['transfer-encoding'];
  return Object.create(raw, {
    readable: { value: true },
    readableEncoding: { value: null },
    iterator: { value: () => [bytes] },
  });
}

function parseJson(body: unknown): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    throw new AppError('invalid_request', 'The body is not valid JSON.');
  }
}

/**
 * The scopes of this service that an app asks for. One that names none of them asks for all (RFC 6749, 3.3).
 */
function withScopes(url: string): string {
  const at = url.indexOf('?');
  if (at < 0) return url;
  const search = new URLSearchParams(url.slice(at));
  if (search.getAll('scope').length > 1) return url; // it is refused
  const known = new Set<string>([...scopes, 'offline_access']);
  const asked = (search.get('scope') ?? '').split(' ').filter((scope) => known.has(scope));
  const isNone = asked.every((scope) => scope === 'offline_access');
  search.set('scope', (isNone ? [...scopes] : asked).join(' '));
  return `${url.slice(0, at)}?${search}`;
}

function withoutCookie({ raw: { headers } }: FastifyRequest, name: string): void {
  const kept = (headers.cookie ?? '')
    .split('; ')
    .filter((cookie) => !cookie.startsWith(`${name}=`) && !cookie.startsWith(`${name}.sig=`));
  headers.cookie = kept.join('; ');
}
