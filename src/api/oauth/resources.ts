import { toolsOf } from '../mcp/toolsets.ts';

/** The URLs of the tool servers, which tokens can be for: `/mcp`, and each toolset. */
export function isToolUrl(baseUrl: string, url: string): boolean {
  return url.startsWith(`${baseUrl}/`) && isToolPath(url.slice(baseUrl.length));
}

export function isToolPath(path: string): boolean {
  if (path === '/mcp') return true;
  const [, toolset = '', end] = /^\/mcp\/x\/([a-z]+)(\/readonly)?$/.exec(path) ?? [];
  return toolset !== '' && toolsOf(toolset, end !== undefined) !== undefined;
}

/** Where a client learns who gives tokens for a URL (RFC 9728). */
export const metadataUrl = (baseUrl: string, path: string): string =>
  `${baseUrl}/.well-known/oauth-protected-resource${path}`;
