import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

/**
 * The package contains this folder of the sources. The relative URL is the same from `src` and from `dist`.
 */
const folder = new URL('../../../src/api/dashboard/assets/', import.meta.url);

/** The font of all pages, which `npm run fonts` copies. */
export const dashboardFont = new URL('../../../data/fonts/inter/latin-all-weights.woff2', import.meta.url);

/** The parts of the stylesheet, in the order of the cascade. */
const styles = [
  'tokens',
  'base',
  'layout',
  'content',
  'forms',
  'waitlist',
  'email',
  'brand',
  'menu',
  'selection',
  'toast',
  'overview',
  'timeline',
  'jump',
  'design',
  'phone',
  'integrations',
  'empty',
  'progress',
  'write',
].map((name) => `style/${name}.css`);

/** All files that pages load, with the sources that they consist of. */
const files = {
  'dashboard.css': { sources: styles, type: 'text/css; charset=utf-8' },
  'dashboard.js': { sources: ['dashboard.js', 'jump.js'], type: 'text/javascript; charset=utf-8' },
  'brand.js': { sources: ['preview-frame.js', 'brand.js'], type: 'text/javascript; charset=utf-8' },
  'email-preview.js': {
    sources: ['preview-frame.js', 'email-preview.js'],
    type: 'text/javascript; charset=utf-8',
  },
  'invite.js': { sources: ['poll.js', 'invite.js'], type: 'text/javascript; charset=utf-8' },
  'live.js': { sources: ['poll.js', 'live.js'], type: 'text/javascript; charset=utf-8' },
  'signups.js': { sources: ['poll.js', 'live.js', 'signups.js'], type: 'text/javascript; charset=utf-8' },
  'unsaved.js': { sources: ['unsaved.js'], type: 'text/javascript; charset=utf-8' },
  'icon.svg': { sources: ['icon.svg'], type: 'image/svg+xml' },
  'inter-5.3.woff2': { sources: [dashboardFont.href], type: 'font/woff2' },
} as const;

export type Asset = keyof typeof files;

export const assetNames = Object.keys(files) as Asset[];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route is a file that pages load. */
    isAsset?: boolean;
  }
}

/** Nothing from other hosts and nothing inline, so data of signups can never run as a script. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

interface LoadedAsset {
  readonly body: Buffer;
  readonly type: string;
  readonly version: string;
}

let loaded: ReadonlyMap<string, LoadedAsset> | undefined;

function load(): ReadonlyMap<string, LoadedAsset> {
  loaded ??= new Map(
    Object.entries(files).map(([name, { sources, type }]) => {
      const body = Buffer.concat(sources.map((source) => readFileSync(new URL(source, folder))));
      return [name, { body, type, version: createHash('sha256').update(body).digest('hex').slice(0, 12) }];
    }),
  );
  return loaded;
}

/** The URL of a file. It contains a hash of the content, so browsers can cache the file indefinitely. */
export function assetUrl(name: Asset): string {
  return `/dashboard/assets/${name}?v=${load().get(name)?.version}`;
}

/** The font's name has its version, for the style sheet to name it. */
export const fontUrl = '/dashboard/assets/inter-5.3.woff2';

/** Serves the files without a session: the sign-in page needs them. */
export function serveAssets(app: FastifyInstance): void {
  for (const [name, { body, type }] of load()) {
    app.get(`/assets/${name}`, { config: { isAsset: true } }, async (_, reply) => {
      // Previews of mails are sandboxed, so they count as another site, and fonts are asked for as such.
      if (type === 'font/woff2') reply.header('access-control-allow-origin', '*');
      return reply.header('cache-control', 'public, max-age=31536000, immutable').type(type).send(body);
    });
  }
}
