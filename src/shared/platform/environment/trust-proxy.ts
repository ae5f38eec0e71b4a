import { isIP } from 'node:net';
import { z } from 'zod';

const networkNames = ['loopback', 'linklocal', 'uniquelocal'];

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return (
    rest.length === 0 &&
    bits > 0 &&
    (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
  );
}

/** Trusted proxies, whose `X-Forwarded-For` is used: a number of hops, or networks (C9.5). */
export type TrustProxy = number | readonly string[];

/** Reads TRUST_PROXY. */
export const TrustProxy = z.string().transform((text, issues): TrustProxy => {
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const networks = text.split(',').map((part) => part.trim());
  if (networks.every((network) => networkNames.includes(network) || isNetwork(network))) return networks;
  issues.addIssue({
    code: 'custom',
    message: `must be a number of hops, or a comma-separated list of addresses, networks or ${networkNames.join(', ')}`,
  });
  return z.NEVER;
});
