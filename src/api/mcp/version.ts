import { createRequire } from 'node:module';

/** The service's own, as its package says. */
export const { version } = createRequire(import.meta.url)('../../../package.json') as { version: string };
