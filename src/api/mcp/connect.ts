import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  InitializeRequestSchema,
  type JSONRPCRequest,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { describeFirstIssue } from '../../shared/platform/schema/issue.ts';

const shapes = [InitializeRequestSchema, ListToolsRequestSchema, CallToolRequestSchema];
/** The schemas of the requests that the tool server handles, by method. */
const shapeOf: ReadonlyMap<string, (typeof shapes)[number]> = new Map(
  shapes.map((shape) => [shape.shape.method.value, shape]),
);

/**
 * Connects a server to a transport. Requests with missing or invalid parameters get the error -32602;
 * the SDK would report an internal error.
 */
export async function connect(server: Server, transport: Transport): Promise<void> {
  await server.connect(transport);
  const { onmessage } = transport;
  transport.onmessage = (message, extra) => {
    if (!('method' in message && 'id' in message)) return onmessage?.(message, extra);
    // For a tool that needs none, some clients send null.
    if (message.params?.arguments === null) delete message.params.arguments;
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
