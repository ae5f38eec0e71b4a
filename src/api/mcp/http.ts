import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bearerToken } from '../../shared/account/api-keys/find-caller.ts';
import { isAccessToken } from '../../shared/account/apps/find-app-caller.ts';
import { mayAskFor } from '../../shared/account/apps/may-ask-for.ts';
import { MissingScope, type Scope } from '../../shared/account/scopes.ts';
import { AppError, notFound } from '../../shared/platform/errors.ts';
import { parseUrl } from '../../shared/platform/outbound/parse-url.ts';
import { isUnusable } from '../../shared/platform/postgres/server/database-problem.ts';
import { accountWindow, assertBudget } from '../limits/limits.ts';
import { metadataUrl } from '../oauth/resources.ts';
import { pathOf } from '../request-path.ts';
import type { WebContext } from '../web-context.ts';
import { isTooLarge } from './message-size.ts';
import { serviceOperations } from './operations/service-operations.ts';
import type { Tool } from './tool.ts';
import { coreTools } from './toolsets/core.ts';
import { toolsOf } from './toolsets.ts';
import { version } from './version.ts';

/**
 * The tool server over streamable HTTP: the nine tools at /mcp (§4.10), toolsets at /mcp/x (N1).
 * There are no sessions: each POST gets its own server and a JSON response, so any process can serve it.
 * The API key, or the token of a connected app, is in the request headers and never an argument.
 */
export async function toolRoutes(app: FastifyInstance, { ctx }: { ctx: WebContext }): Promise<void> {
  app.decorateRequest('caller');
  const isAllowedOrigin = originCheck(ctx.config.baseUrl);
  /** Of an API key, or of the access token of a connected app. */
  const callerOf = ({ headers: { authorization } }: FastifyRequest, url: string) => {
    const token = bearerToken(authorization);
    return token !== undefined && isAccessToken(token)
      ? ctx.findAppCaller(token, url)
      : ctx.findCaller(authorization);
  };

  app.addHook('onRequest', async (request, reply) => {
    if (!isAllowedOrigin(request))
      throw new AppError('forbidden', 'The Host or Origin header does not match the URL of the service.');
    if (request.method === 'OPTIONS') return; // preflight requests carry no key
    const path = pathOf(request);
    try {
      request.caller = await callerOf(request, ctx.config.baseUrl + path);
    } catch (error) {
      if (error instanceof AppError && error.code === 'unauthorized')
        reply.header('www-authenticate', challengeOf(request, metadataUrl(ctx.config.baseUrl, path)));
      throw error;
    }
    const { calls, resetSeconds } = await ctx.limiter.count([accountWindow(request.caller)]);
    assertBudget(request.caller, calls[0] ?? 0, resetSeconds, reply);
  });

  /**
   * Answers a POST at a URL with these tools. There is no GET, which would open an event stream, and no
   * DELETE.
   */
  function serve(url: string, toolsFor: (request: FastifyRequest) => readonly Tool[]): void {
    app.post(url, async (request, reply) => {
      const tools = toolsFor(request);
      // A batch would count as one call, and a cancellation in it
      // would leave its other calls without a response.
      if (Array.isArray(request.body))
        return reply
          .code(400)
          .send(rpcError(-32600, 'Batches are not supported. Send one message per request.'));
      if (isTooLarge(request.body))
        return reply.code(400).send(rpcError(-32600, 'The message is too large, apart from its arguments.'));
      if (mayWrite(tools, request.body)) await ctx.noteWrite(request.caller.accountId);
      const operations = serviceOperations(ctx, request);
      const { answerMessage, toolServer } = await loadServer();
      let missing: Scope | undefined;
      const server = toolServer(operations, tools, {
        version,
        onError: (err, tool) =>
          request.log[isUnusable(err) ? 'warn' : 'error']({ err, tool }, 'tool call failed'),
        onRefused: (error) => {
          if (error instanceof MissingScope) missing = error.scope;
        },
      });
      try {
        const answer = await answerMessage(server, toWebRequest(request), request.body);
        const body = await answer.text();
        reply.code(answer.status);
        for (const [name, value] of answer.headers) reply.header(name, value);
        const { caller } = request;
        if (missing !== undefined && (await mayAskFor(ctx, caller, missing))) {
          const metadata = metadataUrl(ctx.config.baseUrl, pathOf(request));
          reply.code(403).header('www-authenticate', moreScopes([...caller.scopes, missing], metadata));
        }
        return reply.send(body === '' ? undefined : body);
      } finally {
        await server.close();
      }
    });
    app.options(url, { config: { cors: preflight } }, (_, reply) => reply.code(204).send());
    for (const method of ['GET', 'DELETE'] as const) {
      app.route({
        method,
        url,
        handler: (_, reply) =>
          reply.code(405).header('allow', 'POST').send(rpcError(-32000, 'Method not allowed.')),
      });
    }
  }

  serve('/mcp', () => coreTools);
  const toolsetOf = (request: FastifyRequest, readonly: boolean) =>
    toolsOf((request.params as { toolset: string }).toolset, readonly) ?? notFound('toolset');
  serve('/mcp/x/:toolset', (request) => toolsetOf(request, false));
  serve('/mcp/x/:toolset/readonly', (request) => toolsetOf(request, true));
}

/** What answers messages: a tenth of all code, loaded with the first one. Many services never get any. */
async function loadServer() {
  const [{ answerMessage }, { toolServer }] = await Promise.all([
    import('./answer-message.ts'),
    import('./tool-server.ts'),
  ]);
  return { answerMessage, toolServer };
}

/** Whether a message calls a tool that is not for reading only. */
function mayWrite(tools: readonly Tool[], body: unknown): boolean {
  const { params } = (body ?? {}) as { params?: { name?: unknown } | null };
  return tools.some(({ name, hints }) => name === params?.name && !hints.readOnlyHint);
}

/** CORS settings for MCP clients in browsers. The origin check applies to preflight requests as well. */
const preflight = {
  methods: ['GET', 'POST', 'DELETE'],
  allowedHeaders: [
    'Accept',
    'Authorization',
    'Content-Type',
    'Last-Event-ID',
    'Mcp-Method',
    'Mcp-Name',
    'Mcp-Protocol-Version',
    'Mcp-Session-Id',
    'X-Request-Id',
  ],
  preflightContinue: true,
};

function rpcError(code: number, message: string) {
  return { jsonrpc: '2.0', error: { code, message }, id: null };
}

/** The head of a request as the SDK wants it: it refuses all who do not ask for event streams, too. */
function toWebRequest({ headers }: FastifyRequest): Request {
  const copied = new Headers();
  for (const [name, value] of Object.entries(headers)) if (typeof value === 'string') copied.set(name, value);
  if (takesJson(headers.accept)) copied.set('accept', 'application/json, text/event-stream');
  return new Request('http://localhost/mcp', { method: 'POST', headers: copied });
}

const takesJson = (accept = '*/*') =>
  accept.trim() === '' || /(^|,)\s*(application\/(json|\*)|\*\/\*)\s*(?=[,;]|$)/i.test(accept);

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Rejects requests from pages of other sites, including DNS rebinding: Host and Origin must match BASE_URL.
 * If BASE_URL is a loopback address, every loopback name and port is accepted.
 */
function originCheck(baseUrl: string): (request: FastifyRequest) => boolean {
  const own = new URL(baseUrl);
  const isOwn = (url: URL) =>
    url.host === own.host || (loopback.has(own.hostname) && loopback.has(url.hostname));
  const isOwnUrl = (text: string) => {
    const url = parseUrl(text);
    return url !== undefined && isOwn(url);
  };
  return ({ headers: { host = '', origin } }) =>
    isOwnUrl(`${own.protocol}//${host}`) && (origin === undefined || isOwnUrl(origin));
}

/** Where to sign in, and whether what was sent is no good (RFC 6750, 9728). */
function challengeOf({ headers: { authorization } }: FastifyRequest, metadata: string): string {
  return `Bearer resource_metadata="${metadata}"${authorization === undefined ? '' : ', error="invalid_token"'}`;
}

/**
 * What an app is to ask its user for (RFC 6750, 3.1), with what it has: some ask for exactly these. The body
 * still is the answer of the tool.
 */
function moreScopes(scopes: readonly Scope[], metadata: string): string {
  return `Bearer error="insufficient_scope", scope="${scopes.join(' ')}", resource_metadata="${metadata}"`;
}
