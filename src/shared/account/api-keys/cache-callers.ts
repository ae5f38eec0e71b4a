import type { Caller } from './caller.ts';

/**
 * Revoked keys and changed plans take effect within a second on every process (C2.9).
 * Expiry by age guarantees that; an invalidation message could be lost.
 */
const cacheMs = 800;
const maxCachedCallers = 10_000;

interface CachedCaller {
  readonly caller: Promise<Caller>;
  readonly expiresAt: number;
}

/**
 * Keeps callers for less than a second, by the hash of what they showed; concurrent requests with the same
 * share one query. `load` looks them up on separate connections, so slow reads do not delay other requests.
 */
export function cacheCallers(
  load: (token: string, hash: Buffer) => Promise<Caller>,
): (token: string, hash: Buffer) => Promise<Caller> {
  const cache = new Map<string, CachedCaller>();
  return (token, hash) => {
    const name = hash.toString('base64');
    const now = performance.now();
    const cached = cache.get(name);
    if (cached && cached.expiresAt > now) return cached.caller;
    // Bounds the memory that requests with invented keys can use.
    // Cached callers cost one query to load again.
    if (cache.size >= maxCachedCallers) cache.clear();
    const caller = load(token, hash);
    cache.set(name, { caller, expiresAt: now + cacheMs });
    caller.catch(() => cache.delete(name));
    return caller;
  };
}
