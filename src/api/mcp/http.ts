import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../shared/errors.ts';
import { parseUrl } from '../../shared/outbound/parse-url.ts';
import { assertBudget, windowOfAccount } from '../limits/limits.ts';
import type { WebContext } from '../web-context.ts';
import { connect } from './connect.ts';
import { isOverfull } from './message-size.ts';
import { serviceOperations } from './service-operations.ts';
import { toolServer } from './tool-server.ts';
import { version } from './version.ts';

/**
 * The tool server over streamable HTTP at /mcp (§4.10): without sessions, each POST is answered with JSON by a server of its own, so
 * any process can answer it. The key comes with the connection and is never an argument.
 */
export async function toolRoutes(app: FastifyInstance, { ctx }: { ctx: WebContext }): Promise<void> {
  app.decorateRequest('caller');
  const mayCome = originCheck(ctx.config.baseUrl);

  app.addHook('onRequest', async (request, reply) => {
    if (!mayCome(request))
      throw new AppError('forbidden', 'The Host or the Origin of this request is not that of the service.');
    if (request.method === 'OPTIONS') return; // a preflight has no key
    try {
      request.caller = await ctx.findCaller(request.headers.authorization);
    } catch (error) {
      if (error instanceof AppError && error.code === 'unauthorized')
        reply.header('www-authenticate', 'Bearer');
      throw error;
    }
    const { calls, resetSeconds } = await ctx.limiter.count([windowOfAccount(request.caller)]);
    assertBudget(request.caller, calls[0] ?? 0, resetSeconds, reply);
  });

  app.post('/mcp', async (request, reply) => {
    // Many calls would count as one, and one that cancels another of its batch would leave the rest without an answer.
    if (Array.isArray(request.body))
      return reply.code(400).send(rpcError(-32600, 'Send one message in a request: there are no batches.'));
    if (isOverfull(request.body))
      return reply.code(400).send(rpcError(-32600, 'The message holds too much beside its arguments.'));
    const operations = serviceOperations(ctx, request.caller, request.ip);
    const server = toolServer(operations, {
      version,
      onFault: (err, tool) => request.log.error({ err, tool }, 'a tool failed'),
    });
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await connect(server, transport);
    try {
      const answer = await transport.handleRequest(toWebRequest(request), { parsedBody: request.body });
      const body = await answer.text();
      reply.code(answer.status);
      for (const [name, value] of answer.headers) reply.header(name, value);
      return reply.send(body === '' ? undefined : body);
    } finally {
      await server.close();
    }
  });

  app.options('/mcp', { config: { cors: preflight } }, (_, reply) => reply.code(204).send());

  // Without sessions there is nothing to listen to and nothing to end.
  for (const method of ['GET', 'DELETE'] as const) {
    app.route({
      method,
      url: '/mcp',
      handler: (_, reply) =>
        reply.code(405).header('allow', 'POST').send(rpcError(-32000, 'Method not allowed.')),
    });
  }
}

/** What a browser may send here that a browser's client of MCP sends; asked for where the request itself may come from. */
const preflight = {
  methods: ['GET', 'POST', 'DELETE'],
  allowedHeaders: [
    'Accept',
    'Authorization',
    'Content-Type',
    'Last-Event-ID',
    'Mcp-Protocol-Version',
    'Mcp-Session-Id',
    'X-Request-Id',
  ],
  preflightContinue: true,
};

function rpcError(code: number, message: string) {
  return { jsonrpc: '2.0', error: { code, message }, id: null };
}

function toWebRequest({ headers }: FastifyRequest): Request {
  const copied = new Headers();
  for (const [name, value] of Object.entries(headers)) if (typeof value === 'string') copied.set(name, value);
  return new Request('http://localhost/mcp', { method: 'POST', headers: copied });
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Keeps pages of other sites away, also those whose name was made to lead here (DNS rebinding). The service answers to its own name
 * (BASE_URL), and where that is this machine, to all names of this machine on any port.
 */
function originCheck(baseUrl: string): (request: FastifyRequest) => boolean {
  const own = new URL(baseUrl);
  const isOwn = (url: URL) =>
    url.host === own.host || (loopback.has(own.hostname) && loopback.has(url.hostname));
  const isOwnText = (text: string) => {
    const url = parseUrl(text);
    return url !== undefined && isOwn(url);
  };
  return ({ headers: { host = '', origin } }) =>
    isOwnText(`${own.protocol}//${host}`) && (origin === undefined || isOwnText(origin));
}
