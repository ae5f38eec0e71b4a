import {
  createMcpHandler,
  isLegacyRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport as Transport,
} from '@modelcontextprotocol/server';
import { checkMessages, leaveOutNull } from './check-messages.ts';

/**
 * Answers one message by a server of its own, with JSON and no stream: in the revision 2026-07-28 of the
 * protocol if the message says so, else as a client that has negotiated 2025-11-25 or an older one expects.
 */
export async function answerMessage(
  server: Server,
  request: Request,
  parsedBody: unknown,
): Promise<Response> {
  if (await isLegacyRequest(request, parsedBody)) {
    const transport = checkMessages(new Transport({ enableJsonResponse: true }));
    await server.connect(transport);
    return transport.handleRequest(request, { parsedBody });
  }
  leaveOutNull(parsedBody);
  // Nothing ever changes while a request is answered, so there is nothing to subscribe to.
  const { fetch } = createMcpHandler(() => server, { legacy: 'reject', maxSubscriptions: 0 });
  return fetch(request, { parsedBody });
}
