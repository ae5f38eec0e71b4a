import { hkdfSync } from 'node:crypto';

/** Signs links and knows the public URL of the service, without a trailing slash. */
export interface LinkSigner {
  readonly key: Buffer;
  readonly baseUrl: string;
  /** A key of its own for a purpose, derived from `key`; the same at every call. */
  keyFor(purpose: string): Buffer;
}

/** A signer with the stored link key, which never changes. */
export function openLinkSigner(key: Buffer, baseUrl: string): LinkSigner {
  const keys = new Map<string, Buffer>();
  return {
    key,
    baseUrl,
    keyFor(purpose) {
      const known = keys.get(purpose) ?? Buffer.from(hkdfSync('sha256', key, '', purpose, 32));
      keys.set(purpose, known);
      return known;
    },
  };
}
