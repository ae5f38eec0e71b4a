/**
 * `npm run conformance`: runs the conformance suite of the Model Context Protocol against /mcp of a new
 * service, for both revisions that it speaks. The suite needs a newer Node, which npx downloads, and sends no
 * key, so a proxy adds one. Each revision has a file of the scenarios that do not apply. Exits with 1 if
 * another one fails or warns.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { startDeployment } from '../../test/support/deployment/deployment.ts';

const suite = '@modelcontextprotocol/conformance@0.2.0-alpha.12';
/** The revisions, with the option that selects their scenarios. */
const revisions = { '2025-11-25': '--spec-version', '2026-07-28': '--requirements' };

const deployment = await startDeployment({ webs: 1, workers: 0 });
const { key } = await deployment.makeWaitlist();
const service = new URL(deployment.urls[0] ?? '');
const proxy = createServer((incoming, outgoing) => {
  const { method, url, headers } = incoming;
  const onward = request(
    {
      host: service.hostname,
      port: service.port,
      method,
      path: url,
      headers: { ...headers, authorization: `Bearer ${key}` },
    },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    },
  );
  onward.on('error', () => outgoing.destroy());
  incoming.pipe(onward);
});
proxy.listen(0, '127.0.0.1');
await once(proxy, 'listening');
const { port } = proxy.address() as AddressInfo;

const failed: unknown[] = [];
for (const [revision, option] of Object.entries(revisions)) {
  const baseline = fileURLToPath(new URL(`${revision}.yml`, import.meta.url));
  const command = `conformance server --url http://127.0.0.1:${port}/mcp ${option} ${revision} --expected-failures ${baseline}`;
  const run = spawn('npx', ['--yes', '--package', 'node@24', '--package', suite, '-c', command], {
    stdio: 'inherit',
  });
  const [code] = await once(run, 'exit');
  if (code !== 0) failed.push(code);
}
proxy.close();
proxy.closeAllConnections();
await deployment.close();
process.exitCode = failed.length > 0 ? 1 : 0;
