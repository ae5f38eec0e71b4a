import type { FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { AppError } from '../../../../shared/platform/errors.ts';
import { parseUrl } from '../../../../shared/platform/outbound/parse-url.ts';

/** A request to connect. */
export interface Asked {
  readonly opened: Provider;
  readonly details: Awaited<ReturnType<Provider['interactionDetails']>>;
  readonly uid: string;
  readonly clientId: string;
  readonly name: string;
  /** What the app asks for, as scopes. */
  readonly scope: string;
  /** The URLs of the tool servers that it asks for. */
  readonly resources: readonly string[];
  /** Where its codes go: a host, or the scheme of an app. */
  readonly redirectHost: string;
  /** Whether that is on the machine of the user. */
  readonly isLocal: boolean;
}

/**
 * The request to connect that a page is about, if this browser has begun it.
 * @throws AppError not_found; internal_error with 503 while the document that describes the app cannot be
 * read
 */
export async function readAsked(
  opened: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Asked> {
  const details = await opened.interactionDetails(request.raw, reply.raw).catch((error: Error) => {
    if (error.name === 'SessionNotFound') refuse();
    throw error;
  });
  if (details.uid !== (request.params as { uid: string }).uid) refuse();
  const { client_id, redirect_uri, scope, resource } = details.params as Record<string, string | string[]>;
  const client = (await opened.Client.find(String(client_id)).catch(toRefusal)) ?? refuse();
  const target = parseUrl(String(redirect_uri)) ?? refuse();
  return {
    ...{ opened, details, uid: details.uid, clientId: client.clientId, scope: String(scope ?? '') },
    name: (client.clientName ?? 'Unnamed app').slice(0, 100),
    resources: [resource ?? []].flat(),
    redirectHost: /^https?:$/.test(target.protocol) ? target.host : target.protocol,
    isLocal: /^(localhost|127\.0\.0\.1|\[::1\])$/.test(target.hostname) && target.protocol === 'http:',
  };
}

export function refuse(): never {
  throw new AppError('not_found', 'This request to connect has expired. Connect again from the app.');
}

/** What the library says of an app is no fault of ours. */
function toRefusal(error: Error & { statusCode?: number; error_description?: string }): never {
  if (error.statusCode === 503)
    throw new AppError('internal_error', String(error.error_description), { status: 503, cause: error });
  if (error.statusCode !== undefined && error.statusCode < 500) refuse();
  throw error;
}
