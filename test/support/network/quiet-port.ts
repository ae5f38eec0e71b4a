import { freePort } from '../../../src/dev/server/ports.ts';

/**
 * A free port for a server that starts later, or again: nobody gets it by chance, because systems pick ports
 * from 32768 on.
 */
export const quietPort = (): Promise<number> => freePort(10_000 + Math.floor(Math.random() * 20_000));
