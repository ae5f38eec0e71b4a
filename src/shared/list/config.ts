import { accessSync, constants, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';
import { list } from '../platform/environment/values.ts';

/** An address, with a port behind a colon if it is not 53; an IPv6 address with one is in brackets. */
const DnsServer = z.string().refine((text) => {
  const [, inside = '', port = '53'] =
    /^\[?([^\]]*?)\]?(?::(\d{1,5}))?$/.exec(isIP(text) ? `[${text}]` : text) ?? [];
  return isIP(inside) !== 0 && Number(port) > 0 && Number(port) < 65_536;
}, 'must be a comma-separated list of addresses, such as 192.0.2.53 or 127.0.0.1:5353');

/** The path of a file that can be read. */
const DomainsFile = z.string().refine((path) => {
  try {
    accessSync(path, constants.R_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}, 'must be the path of a readable file');

/** The variables of what speaks against a signup. */
export const ListEnv = z.object({
  DISPOSABLE_DOMAINS_FILE: DomainsFile.optional(),
  DNS_SERVERS: list(DnsServer).default([]),
});

export const toListConfig = (data: z.infer<typeof ListEnv>) => ({
  trust: {
    /** Replaces the list of disposable domains that comes with the service (N4). */
    disposableFile: data.DISPOSABLE_DOMAINS_FILE ?? null,
    /** Asked whether domains take mail; none: those of the machine. */
    dnsServers: data.DNS_SERVERS,
  },
});
export type ListConfig = ReturnType<typeof toListConfig>;
