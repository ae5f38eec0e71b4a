import { promises as dns } from 'node:dns';

/**
 * What is asked of the DNS. Rejects with the codes of Node, such as ENOTFOUND for a name that does not exist.
 */
export interface MailResolver {
  resolveMx(name: string): Promise<readonly { exchange: string }[]>;
  resolve4(name: string): Promise<readonly string[]>;
}

const timeoutMs = 2_000;
const tries = 2;
/** A name that surely exists: where not even this one does, the DNS is not to be believed. */
const surelyExists = 'a.root-servers.net';

/** Asks the servers of the operator, or those of the machine. */
export function openMailResolver(servers: readonly string[]): MailResolver {
  const resolver = new dns.Resolver({ timeout: timeoutMs, tries });
  if (servers.length > 0) resolver.setServers(servers);
  return resolver;
}

/**
 * Whether a domain takes mail (N4). False for one that says so by a null MX (RFC 7505) and for one that does
 * not exist; an address without an MX is enough. Null if the DNS did not answer.
 */
export async function takesMail(resolver: MailResolver, domain: string): Promise<boolean | null> {
  try {
    const records = await resolver.resolveMx(domain);
    return !(records.length > 0 && records.every(({ exchange }) => exchange === '' || exchange === '.'));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENODATA') return true; // it exists, and an address of it may take mail
    if (code !== 'ENOTFOUND') return null;
    return (await exists(resolver)) ? false : null;
  }
}

async function exists(resolver: MailResolver): Promise<boolean> {
  try {
    return (await resolver.resolve4(surelyExists)).length > 0;
  } catch {
    return false;
  }
}
