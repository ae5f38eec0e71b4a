import type { Logger } from '../../shared/platform/process/log.ts';

type Library = typeof import('oidc-provider');

/**
 * Loads what the authorization server is made of. What it tells the console meanwhile, such as that it does
 * not know a release of Node, is a line of the log.
 */
export async function loadLibrary(log: Logger): Promise<Library> {
  const { warn } = console;
  console.warn = (told: unknown) => log.info({ told }, 'the authorization server was loaded');
  try {
    return await import('oidc-provider');
  } finally {
    console.warn = warn;
  }
}
