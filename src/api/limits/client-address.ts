import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { TrustProxy } from '../../shared/platform/environment/trust-proxy.ts';

/**
 * Converts TRUST_PROXY to Fastify's `trustProxy`.
 * A number of hops becomes a function: Fastify ignores a number.
 */
export function trustProxySetting(trust: TrustProxy): string[] | ((address: string, hop: number) => boolean) {
  return typeof trust === 'number' ? (_, hop) => hop < trust : [...trust];
}

/**
 * The key that rate limits count an IP address under (C9.5).
 * For IPv6 this is the /64 network, because one client usually has a whole /64.
 */
export function rateLimitAddress(ip: string): string {
  if (isIPv4(ip)) return ip;
  if (!ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  return `${address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
