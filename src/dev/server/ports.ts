import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

const LOOPBACK = '127.0.0.1';
const ATTEMPTS = 5;

/**
 * Starts something on the preferred port if that is free, else on any free one. Somebody may take the port between
 * the look and the start: then the next one is tried.
 */
export async function onFreePort<T>(
  preferred: number,
  start: (port: number) => Promise<T>,
  host = LOOPBACK,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort(attempt === 1 ? preferred : 0, host);
    try {
      return await start(port);
    } catch (error) {
      const portWasTaken = (await freePort(port, host)) !== port;
      if (!portWasTaken || attempt === ATTEMPTS) throw error;
    }
  }
}

/** The preferred port if nobody listens there, else one that the system picks; 0 asks for any. */
export async function freePort(preferred: number, host = LOOPBACK): Promise<number> {
  const server = createServer().listen(preferred, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    if (preferred === 0) throw error;
    return freePort(0, host);
  }
  const { port } = server.address() as AddressInfo; // a TCP server has no other kind of address
  server.close();
  await once(server, 'close');
  return port;
}
