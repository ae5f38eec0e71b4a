import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { TrustProxy } from '../../shared/config.ts';

/** Fastify's setting for our own: it takes a list as it is, but silently ignores a number of hops. */
export function trustProxySetting(trust: TrustProxy): string[] | ((address: string, hop: number) => boolean) {
  return typeof trust === 'number' ? (_, hop) => hop < trust : [...trust];
}

/** The unit that the per-IP limit counts (C9.5): an IPv4 address, or the /64 of an IPv6 one, which is what one caller is given. */
export function addressToCount(ip: string): string {
  if (isIPv4(ip)) return ip;
  if (!ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  return `${address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
