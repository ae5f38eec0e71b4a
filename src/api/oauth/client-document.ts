import type { IncomingMessage } from 'node:http';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { z } from 'zod';
import { findClientDocument, keepClientDocument } from '../../shared/account/apps/client-documents.ts';
import { AddressRefused } from '../../shared/platform/outbound/address-guard.ts';
import { isRetryable } from '../../shared/platform/outbound/http-answer.ts';
import { isUnusable } from '../../shared/platform/postgres/server/database-problem.ts';
import { isWithinOauthLimit } from '../limits/limits.ts';
import type { WebContext } from '../web-context.ts';
import { readClient } from './registration.ts';

const timeoutMs = 2_500;
/** How long an answer serves those who ask for the same document, besides the cache of the library. */
const sharedMs = 1_000;
/** When a client may ask again whose document cannot be read. */
const retrySeconds = 60;

/** The caller's address of a request that was handed to the library. */
export const callerAddress = new WeakMap<IncomingMessage, string>();

/** A document, and for how long others may keep it, as a header; or the status of an answer that has none. */
interface Answer {
  readonly status: number;
  readonly document: object | null;
  readonly cacheControl: string;
}

/** The host of a document is away, or too many are asked for. */
class DocumentAway extends Error {}

/**
 * The documents that clients name as their ids, read at public https addresses only, and 64 KiB of each at
 * most. While the host of one is away, or too many are asked for, the last good one counts.
 */
export function openClientDocuments(ctx: WebContext) {
  const asked = new Map<string, Promise<Answer>>();

  async function load(url: string, ip: string | undefined): Promise<Answer> {
    try {
      if (!(await isWithinOauthLimit(ctx.limiter, 'document', ip))) throw new DocumentAway();
      return await ask(url);
    } catch (error) {
      if (!(error instanceof DocumentAway)) throw error;
      const document = await findClientDocument(ctx, url);
      if (!document) throw error;
      return { status: 200, document, cacheControl: '' };
    }
  }

  async function ask(url: string): Promise<Answer> {
    const { status, headers, body } = await ctx.httpClient
      .fetch(url, { method: 'GET', headers: { accept: 'application/json' }, timeoutMs, httpsOnly: true })
      .catch(away);
    if (isRetryable(status)) throw new DocumentAway();
    const document = status === 200 ? readDocument(JSON.parse(body), url) : null;
    if (document) await keepClientDocument(ctx, url, document);
    return { status, document, cacheControl: String(headers['cache-control'] ?? '') };
  }

  /** The same answer for all who ask at once. */
  function read(url: string, ip?: string): Promise<Answer> {
    const found = asked.get(url) ?? load(url, ip);
    if (asked.has(url)) return found;
    asked.set(url, found);
    const forget = () => setTimeout(() => asked.delete(url), sharedMs).unref();
    found.then(forget, forget);
    return found;
  }

  return {
    /** What the library asks before it reads a document, and where it hears of one that is away. */
    async allowFetch(koa: KoaContextWithOIDC | undefined, url: string): Promise<boolean> {
      try {
        await read(url, koa && callerAddress.get(koa.req));
      } catch (error) {
        if (isUnusable(error)) throw error;
        if (error instanceof DocumentAway) {
          koa?.set('retry-after', String(retrySeconds));
          throw await temporarily();
        }
      }
      return true; // it refuses what is wrong with a document by itself
    },
    /** What the library reads a document with. */
    async fetch(url: string | URL | Request): Promise<Response> {
      const { status, document, cacheControl } = await read(url instanceof Request ? url.url : String(url));
      return new Response(document && JSON.stringify(document), {
        status,
        headers: { 'cache-control': cacheControl },
      });
    },
  };
}

/** @throws AddressRefused; DocumentAway for whatever else kept the answer away */
function away(cause: Error): never {
  throw cause instanceof AddressRefused ? cause : new DocumentAway(cause.message, { cause });
}

/** A client that proves itself by a key or a secret is none of those that connect here. */
const Public = z.looseObject({
  client_secret: z.never().optional(),
  token_endpoint_auth_method: z.literal('none').optional(),
});

function readDocument(told: unknown, url: string): object {
  const { client_id } = Public.extend({ client_id: z.literal(url) }).parse(told);
  return { ...readClient(told), client_id };
}

async function temporarily(): Promise<Error> {
  const { errors } = await import('oidc-provider');
  const error = new errors.CustomOIDCProviderError(
    'temporarily_unavailable',
    'The document that describes this app cannot be read at the moment. Try again in a minute.',
  );
  return Object.assign(error, { status: 503, statusCode: 503 });
}
