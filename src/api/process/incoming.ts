import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

const headRequests = new WeakSet<IncomingMessage>();

const isJson = /^application\/json\b/i;
/** What people look at. */
const isPage = /^\/(?:c|dashboard|f|s|stats|u|w)(?=[/?]|$)/;
const slashBehind = /^(\/(?:v1|mcp)(?:\/[^?]*[^/?])?)\/(?=\?|$)/;

/**
 * Normalizes a request before it is routed. HEAD becomes GET; Node still sends no body for it (C1.3).
 * Addresses in `X-Forwarded-For` lose their ports. A route of the API or the tool server may have one slash
 * behind it, which clients add to a base address. The address of a page that is no text, such as `/w/a%`,
 * stands for itself, so that a page answers. A body that is not there has no type but JSON.
 * @returns the URL of the request
 */
export function prepareRequest(raw: IncomingMessage): string {
  const { method, headers, url = '/' } = raw;
  if (method === 'HEAD') {
    headRequests.add(raw);
    raw.method = 'GET';
  }
  const forwardedFor = headers['x-forwarded-for'];
  if (typeof forwardedFor === 'string') headers['x-forwarded-for'] = withoutPorts(forwardedFor);
  const { 'transfer-encoding': chunked, 'content-length': length = '0', 'content-type': type = '' } = headers;
  // It describes nothing. The tool server asks for JSON before it says that there is none.
  if (chunked === undefined && length === '0' && !isJson.test(type)) delete headers['content-type'];
  return isPage.test(url) ? toText(url) : url.replace(slashBehind, '$1');
}

/** A URL whose path can be decoded. */
function toText(url: string): string {
  const [path = ''] = url.split('?', 1);
  try {
    decodeURI(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}

/** Whether a request was a HEAD, so its response needs no body. */
export function isHead(raw: IncomingMessage): boolean {
  return headRequests.has(raw);
}

/**
 * Reduces `1.2.3.4:5678`, `[2001:db8::1]:443` and `[2001:db8::1]` to the address. Trusted proxies and rate
 * limits compare addresses without ports.
 */
function withoutPorts(list: string): string {
  if (!/[:[]/.test(list)) return list;
  return list
    .split(',')
    .map((entry) => {
      const text = entry.trim();
      const [, ipv6, ipv4] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d*)?$/.exec(text) ?? [];
      const address = ipv6 ?? ipv4;
      return address !== undefined && isIP(address) !== 0 ? address : text;
    })
    .join(', ');
}
