/**
 * `npm run conformance`: runs the conformance suite of the Model Context Protocol against /mcp of a new
 * service. The suite needs a newer Node, which npx downloads, and sends no key, so a proxy adds one.
 * baseline.yml lists the scenarios that do not apply. Exits with the suite's code.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { startDeployment } from '../../test/support/deployment/deployment.ts';

const suite = '@modelcontextprotocol/conformance@0.1.16';
const baseline = fileURLToPath(new URL('baseline.yml', import.meta.url));

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

const run = spawn(
  'npx',
  [
    '--yes',
    '--package',
    'node@24',
    '--package',
    suite,
    '-c',
    `conformance server --url http://127.0.0.1:${port}/mcp --expected-failures ${baseline}`,
  ],
  { stdio: 'inherit' },
);
const [code] = await once(run, 'exit');
proxy.close();
proxy.closeAllConnections();
await deployment.close();
process.exitCode = code ?? 1;
