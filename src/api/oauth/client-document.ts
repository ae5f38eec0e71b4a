import type { WebContext } from '../web-context.ts';

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
    return new Response(status === 200 ? body : null, { status, headers: { 'cache-control': cacheControl } });
  };
