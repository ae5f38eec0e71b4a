import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** What stands in front of web processes: takes turns, keeps connections open, and passes by those that are not ready. */
export interface Balancer {
  readonly url: string;
  /** The processes there are from now on. */
  use(urls: readonly string[]): void;
  /** Requests that reached a process and got no answer from it, or half of one. */
  readonly broken: string[];
  close(): Promise<void>;
}

const askEveryMs = 100;

/** It repeats a request only where no connection came about: one that was sent may have been done. */
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
      if (outgoing.destroyed) return; // a broken connection is told by the call and by its answer
      broken.push(`${incoming.method} ${incoming.url}: ${error.message}`);
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end();
    }
    call.on('response', (answer) => {
      const { 'content-type': type } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, { ...(type !== undefined && { 'content-type': type }) });
      answer.on('error', fail); // the process ended in the middle of it
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
    const asked = known;
    const ready = await Promise.all(
      asked.map((url) =>
        fetch(`${url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    );
    if (asked !== known) return;
    const readyOnes = asked.filter((_, index) => ready[index]);
    upstreams = readyOnes.length > 0 ? readyOnes : asked; // none at all: rather the check is late than every process gone
  }, askEveryMs);
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
