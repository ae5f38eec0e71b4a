import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

const LOOPBACK = '127.0.0.1';
const MAX_ATTEMPTS = 5;

/**
 * Calls `start` with the preferred port if it is free, or else with any free port.
 * Retries with another port if a program takes the port between the check and the start.
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
      if (!portWasTaken || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** The preferred port if it is free, or else one that the system picks; 0 means any. */
export async function freePort(preferred: number, host = LOOPBACK): Promise<number> {
  const server = createServer().listen(preferred, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    if (preferred === 0) throw error;
    return freePort(0, host);
  }
  const { port } = server.address() as AddressInfo; // always this type for a TCP server
  server.close();
  await once(server, 'close');
  return port;
}
