#!/usr/bin/env node
/**
 * The tool server over stdio, started by an agent (§4.10, C8.4).
 * It serves the nine tools, or the toolsets in WAITLIST_MCP_TOOLSETS, through the REST API.
 * Standard output is reserved for the protocol; logs go to standard error.
 */
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createWaitlistClient } from '../../client/waitlist-client.ts';
import { checkMessages } from './check-messages.ts';
import { findConnectionProblem } from './operations/find-connection-problem.ts';
import { restOperations } from './operations/rest-operations.ts';
import { readToolConfigOrExit } from './tool-config.ts';
import { toolServer } from './tool-server.ts';
import { version } from './version.ts';

const { apiKey, baseUrl, tools } = readToolConfigOrExit(process.env);
/** Short waits only: an agent gets the error with the time to wait, instead of a call that hangs. */
const api = createWaitlistClient({ apiKey, baseUrl, maxRetries: 1, maxRetryWaitSeconds: 5 });
const open = () =>
  toolServer(restOperations(api), tools, {
    version,
    onError: (error, tool) => console.error(`${tool} failed:`, error),
  });
const connection = serveStdio(open, { transport: checkMessages(new StdioServerTransport()) });
console.error(`Waitlist tools for ${baseUrl}`);
process.stdin.once('end', () => void connection.close());
const problem = await findConnectionProblem(api, baseUrl);
if (problem !== undefined) console.error(problem);
