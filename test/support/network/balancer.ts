import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * A load balancer in front of web processes: round robin, kept connections, and no requests for processes
 * that are not ready.
 */
export interface Balancer {
  readonly url: string;
  /** Replaces the processes. */
  use(urls: readonly string[]): void;
  /** Requests that reached a process and got no answer or half of one. */
  readonly broken: string[];
  close(): Promise<void>;
}

const checkEveryMs = 100;

/**
 * The balancer repeats a request only if the connection was refused: a request that was sent may have had its
 * effect.
 */
export async function startBalancer(): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const broken: string[] = [];
  let known: readonly string[] = [];
  let upstreams: readonly string[] = [];
  let turn = 0;

  function pass(
    incoming: IncomingMessage,
    body: Buffer,
    outgoing: ServerResponse,
    [url, ...others]: string[],
  ): void {
    const call = request(`${url}${incoming.url}`, {
      method: incoming.method,
      headers: incoming.headers,
      agent,
    });
    function fail(error: Error): void {
      if (outgoing.destroyed) return; // request and response both report a broken connection
      broken.push(`${incoming.method} ${incoming.url}: ${error.message}`);
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end();
    }
    call.on('response', (answer) => {
      const { 'content-type': type } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, { ...(type !== undefined && { 'content-type': type }) });
      answer.on('error', fail); // the process exited during the answer
      answer.pipe(outgoing);
    });
    call.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' && others.length > 0) return pass(incoming, body, outgoing, others);
      fail(error);
    });
    call.end(body);
  }

  const server = createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming);
    turn += 1;
    const first = turn % upstreams.length;
    pass(incoming, body, outgoing, [...upstreams.slice(first), ...upstreams.slice(0, first)]);
  });
  const timer = setInterval(async () => {
    const checked = known;
    const ready = await Promise.all(
      checked.map((url) =>
        fetch(`${url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    );
    if (checked !== known) return;
    const readyOnes = checked.filter((_, index) => ready[index]);
    // If none is ready, the check itself is probably late.
    upstreams = readyOnes.length > 0 ? readyOnes : checked;
  }, checkEveryMs);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    use(urls) {
      known = urls;
      upstreams = urls;
    },
    broken,
    async close() {
      clearInterval(timer);
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
