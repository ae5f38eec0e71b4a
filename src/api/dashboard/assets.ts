import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';

/**
 * The package contains this folder of the sources. The relative URL is the same from `src` and from `dist`.
 */
const folder = new URL('../../../src/api/dashboard/assets/', import.meta.url);

/** All files that pages load. */
const files = {
  'dashboard.css': { url: new URL('dashboard.css', folder), type: 'text/css; charset=utf-8' },
  'dashboard.js': { url: new URL('dashboard.js', folder), type: 'text/javascript; charset=utf-8' },
  'email-preview.js': { url: new URL('email-preview.js', folder), type: 'text/javascript; charset=utf-8' },
  'invite.js': { url: new URL('invite.js', folder), type: 'text/javascript; charset=utf-8' },
  'signups.js': { url: new URL('signups.js', folder), type: 'text/javascript; charset=utf-8' },
  'icon.svg': { url: new URL('icon.svg', folder), type: 'image/svg+xml' },
} as const;

export type Asset = keyof typeof files;

interface LoadedAsset {
  readonly body: Buffer;
  readonly type: string;
  readonly version: string;
}

let loaded: ReadonlyMap<string, LoadedAsset> | undefined;

function load(): ReadonlyMap<string, LoadedAsset> {
  loaded ??= new Map(
    Object.entries(files).map(([name, { url, type }]) => {
      const body = readFileSync(fileURLToPath(url));
      return [name, { body, type, version: createHash('sha256').update(body).digest('hex').slice(0, 12) }];
    }),
  );
  return loaded;
}

/** The URL of a file. It contains a hash of the content, so browsers can cache the file indefinitely. */
export function assetUrl(name: Asset): string {
  return `/dashboard/assets/${name}?v=${load().get(name)?.version}`;
}

/** Serves the files without a session: the sign-in page needs them. */
export function serveAssets(app: FastifyInstance): void {
  for (const [name, { body, type }] of load()) {
    app.get(`/assets/${name}`, async (_, reply) =>
      reply.header('cache-control', 'public, max-age=31536000, immutable').type(type).send(body),
    );
  }
}
