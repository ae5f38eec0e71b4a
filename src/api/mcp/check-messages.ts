import {
  type JSONRPCMessage,
  type JSONRPCRequest,
  ProtocolErrorCode,
  type StandardSchemaV1Sync,
  specTypeSchemas,
  type Transport,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { describeFirstIssue } from '../../shared/platform/schema/issue.ts';

/** The schemas of the requests that the tool server handles, by method. */
const shapeOf: Readonly<Record<string, StandardSchemaV1Sync>> = {
  initialize: specTypeSchemas.InitializeRequest,
  'tools/list': specTypeSchemas.ListToolsRequest,
  'tools/call': specTypeSchemas.CallToolRequest,
};

/**
 * Lets a transport hand on what the server understands. Requests with missing or invalid parameters get the
 * error -32602 in the words of the API.
 */
export function checkMessages<T extends Transport>(transport: T): T {
  let receive: Transport['onmessage'];
  Object.defineProperty(transport, 'onmessage', {
    get: () => receive,
    set(handler: Transport['onmessage']) {
      receive =
        handler &&
        ((message, extra) => {
          leaveOutNull(message);
          const problem = 'method' in message && 'id' in message ? problemOf(message) : undefined;
          if (problem === undefined) handler(message, extra);
          else refuse(transport, message as JSONRPCRequest, problem);
        });
    },
  });
  return transport;
}

/** For a tool that needs no arguments, some clients send null. */
export function leaveOutNull(message: unknown): void {
  const { params } = (message ?? {}) as Partial<Pick<JSONRPCRequest, 'params'>>;
  if (params?.arguments === null) delete params.arguments;
}

function refuse(transport: Transport, { id }: JSONRPCRequest, message: string): void {
  const refusal: JSONRPCMessage = {
    jsonrpc: '2.0',
    id,
    error: { code: ProtocolErrorCode.InvalidParams, message },
  };
  transport.send(refusal).catch((failure: Error) => transport.onerror?.(failure));
}

function problemOf(request: JSONRPCRequest): string | undefined {
  const shape = Object.hasOwn(shapeOf, request.method) ? shapeOf[request.method] : undefined;
  const { issues } = shape?.['~standard'].validate(request) ?? {};
  return issues && describeFirstIssue(new z.ZodError(issues as z.core.$ZodIssue[]));
}
