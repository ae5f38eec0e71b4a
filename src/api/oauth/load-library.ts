import type { Logger } from '../../shared/platform/process/log.ts';

type Library = typeof import('oidc-provider');

let loading: Promise<Library> | undefined;

/**
 * Loads what the authorization server is made of, once. What it tells the console meanwhile, such as that it
 * does not know a release of Node, is a line of the log.
 */
export function loadLibrary(log: Logger): Promise<Library> {
  loading ??= load(log);
  return loading;
}

async function load(log: Logger): Promise<Library> {
  const { warn } = console;
  console.warn = (told: unknown) => log.info({ told }, 'the authorization server was loaded');
  try {
    return await import('oidc-provider');
  } finally {
    console.warn = warn;
  }
}
