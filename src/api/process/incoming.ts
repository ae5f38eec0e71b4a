import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

const heads = new WeakSet<IncomingMessage>();

/**
 * Puts right what the routes need not know of: a HEAD becomes the GET of its URL, in answer to which Node sends no body whatever is
 * written (C1.3), and proxies' addresses lose their ports. To be called before a request is routed. @returns its URL
 */
export function prepareRequest(raw: IncomingMessage): string {
  const { method, headers, url = '/' } = raw;
  if (method === 'HEAD') {
    heads.add(raw);
    raw.method = 'GET';
  }
  const forwardedFor = headers['x-forwarded-for'];
  if (typeof forwardedFor === 'string') headers['x-forwarded-for'] = withoutPorts(forwardedFor);
  return url;
}

/** Whether a request came as a HEAD: making its body would be for nothing. */
export function isHead(raw: IncomingMessage): boolean {
  return heads.has(raw);
}

/** `1.2.3.4:5678`, `[2001:db8::1]:443` and `[2001:db8::1]` as the addresses alone, which is how the next proxy and the limits compare them. */
function withoutPorts(list: string): string {
  if (!/[:[]/.test(list)) return list;
  return list
    .split(',')
    .map((entry) => {
      const text = entry.trim();
      const [, six, four] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d*)?$/.exec(text) ?? [];
      const address = six ?? four;
      return address !== undefined && isIP(address) !== 0 ? address : text;
    })
    .join(', ');
}
