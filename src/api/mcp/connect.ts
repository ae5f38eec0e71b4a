import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  InitializeRequestSchema,
  type JSONRPCRequest,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { describeFirstIssue } from '../../shared/schema/issue.ts';

const shapes = [InitializeRequestSchema, ListToolsRequestSchema, CallToolRequestSchema];
/** How the requests look that a server of tools answers, by their method. */
const shapeOf: ReadonlyMap<string, (typeof shapes)[number]> = new Map(
  shapes.map((shape) => [shape.shape.method.value, shape]),
);

/**
 * Connects a server to where its messages come from. A request whose parameters are missing or wrong is answered with -32602: the SDK
 * would call it an internal error.
 */
export async function connect(server: Server, transport: Transport): Promise<void> {
  await server.connect(transport);
  const { onmessage } = transport;
  transport.onmessage = (message, extra) => {
    if (!('method' in message && 'id' in message)) return onmessage?.(message, extra);
    const problem = problemOf(message);
    if (problem === undefined) return onmessage?.(message, extra);
    const error = { code: ErrorCode.InvalidParams, message: problem };
    transport
      .send({ jsonrpc: '2.0', id: message.id, error })
      .catch((failure: Error) => transport.onerror?.(failure));
  };
}

function problemOf(request: JSONRPCRequest): string | undefined {
  const { error } = shapeOf.get(request.method)?.safeParse(request) ?? {};
  return error && describeFirstIssue(error);
}
