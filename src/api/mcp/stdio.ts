#!/usr/bin/env node
/** The tool server beside an agent (§4.10, C8.4): the same tools over stdio, by the REST API. Standard output is the protocol's alone. */
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createWaitlistClient } from '../../client/waitlist-client.ts';
import { connect } from './connect.ts';
import { restOperations } from './rest-operations.ts';
import { readToolConfigOrExit } from './tool-config.ts';
import { toolServer } from './tool-server.ts';
import { version } from './version.ts';

const { apiKey, baseUrl } = readToolConfigOrExit(process.env);
/** An agent is told to wait rather than kept waiting. */
const api = createWaitlistClient({ apiKey, baseUrl, maxRetries: 1, maxRetryWaitSeconds: 5 });
const server = toolServer(restOperations(api), {
  version,
  onFault: (error, tool) => console.error(`${tool} failed:`, error),
});
await connect(server, new StdioServerTransport());
console.error(`Waitlist tools for ${baseUrl}`);
process.stdin.once('end', () => void server.close());
