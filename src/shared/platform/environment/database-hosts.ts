/** One server of several in an address. */
export interface DatabaseHost {
  /** A name or an address, without brackets. */
  readonly name: string;
  readonly port: number;
}

const defaultPort = 5432;

/**
 * Reads `postgres://user:password@h1:5432,h2,h3/name`, as libpq does: each host has its own port.
 * @returns the address with its first host only, and all hosts; none where the address has no comma
 * @throws Error that says what is wrong and does not show the address
 */
export function splitHosts(text: string): { first: string; hosts: readonly DatabaseHost[] } {
  const [whole, before = '', named = ''] = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)/i.exec(text) ?? [];
  if (whole === undefined || !named.includes(',')) return { first: text, hosts: [] };
  const each = named.split(',');
  const hosts = each.map((host): DatabaseHost => {
    const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(host) ?? [];
    const name = bracketed ?? plain;
    if (name === undefined) throw new Error('names several hosts, and one of them is none');
    return { name, port: port === undefined ? defaultPort : Number(port) };
  });
  return { first: `${before}${each[0]}${text.slice(whole.length)}`, hosts };
}
