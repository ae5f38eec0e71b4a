import { z } from 'zod';
import type { WebContext } from '../web-context.ts';
import { readClient } from './registration.ts';

const timeoutMs = 2_500;

/**
 * Reads the document that a client names as its id, at a public https address only, and 64 KiB of it at most.
 */
export const clientDocumentFetch =
  ({ httpClient }: Pick<WebContext, 'httpClient'>) =>
  async (url: string | URL | Request): Promise<Response> => {
    const { status, headers, body } = await httpClient.fetch(url instanceof Request ? url.url : String(url), {
      ...{ method: 'GET', headers: { accept: 'application/json' } },
      ...{ timeoutMs, httpsOnly: true },
    });
    const cacheControl = String(headers['cache-control'] ?? '');
    const document = status === 200 ? JSON.stringify(readDocument(JSON.parse(body))) : null;
    return new Response(document, { status, headers: { 'cache-control': cacheControl } });
  };

/** A client that proves itself by a key or a secret is none of those that connect here. */
const Public = z.looseObject({
  client_id: z.string(),
  client_secret: z.undefined(),
  token_endpoint_auth_method: z.literal('none').optional(),
});

function readDocument(told: unknown): object {
  const { client_id } = Public.parse(told);
  return { ...readClient(told), client_id };
}
