/** A Redis server, or a sentinel. */
interface Node {
  readonly host: string;
  readonly port: number;
}

/** Several servers that are one Redis: the nodes of a cluster, or the sentinels that know its primary. */
export interface RedisGroup {
  readonly kind: 'cluster' | 'sentinel';
  readonly nodes: readonly Node[];
  readonly username: string | undefined;
  readonly password: string | undefined;
  /** The name by which sentinels know the primary. */
  readonly name: string;
  readonly sentinelPassword: string | undefined;
}

const defaultPorts = { cluster: 6379, sentinel: 26379 };

/**
 * Reads `redis+cluster://user:password@host:port,host:port` and `redis+sentinel://…/name`, both also with
 * `rediss`. Undefined for the address of one server. A sentinel's own password is the parameter
 * `sentinel_password`.
 * @throws Error that says what is wrong and does not show the address
 */
export function readRedisGroup(text: string): RedisGroup | undefined {
  const [, form, rest = ''] = /^rediss?\+(cluster|sentinel):\/\/(.*)$/.exec(text) ?? [];
  if (form !== 'cluster' && form !== 'sentinel') return undefined;
  const [, login, hosts = '', path = '', query = ''] =
    /^(?:(.*)@)?([^/?@]*)(?:\/([^?]*))?(?:\?(.*))?$/.exec(rest) ?? [];
  const nodes = hosts.split(',').map((host) => readNode(host, defaultPorts[form]));
  const [username, password] = login === undefined ? [] : readLogin(login);
  if (form === 'sentinel' && path === '')
    throw new Error('needs the name of the primary behind the sentinels');
  if (form === 'cluster' && path !== '' && path !== '0')
    throw new Error('names a database, and a cluster has one');
  return {
    kind: form,
    nodes,
    username: username || undefined,
    password: password || undefined,
    name: form === 'sentinel' ? decode(path) : '',
    sentinelPassword: new URLSearchParams(query).get('sentinel_password') ?? undefined,
  };
}

function readNode(text: string, defaultPort: number): Node {
  const [, bracketed, plain, port] = /^(?:\[([0-9a-f:.]+)\]|([^:[\]\s]+))(?::(\d{1,5}))?$/i.exec(text) ?? [];
  const host = bracketed ?? plain;
  const number = port === undefined ? defaultPort : Number(port);
  if (host === undefined || number < 1 || number > 65_535)
    throw new Error('must be hosts, each with a port behind a colon or without, separated by commas');
  return { host, port: number };
}

function readLogin(text: string): [string, string] {
  const colon = text.indexOf(':');
  return colon < 0 ? [decode(text), ''] : [decode(text.slice(0, colon)), decode(text.slice(colon + 1))];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    throw new Error('has a percent sign that is not encoded', { cause });
  }
}

/** The address of one server for the driver, and what it says beside. */
interface RedisServer {
  readonly url: string;
  /** Whether it asks for TLS without a check of the certificate, as Python's clients do. */
  readonly isUnchecked: boolean;
  /** What the operator should know of it, in sentences that go on behind its variable's name. */
  readonly warnings: readonly string[];
}

/**
 * Reads the address of one server as platforms and tools write it. The driver would take any parameter for
 * one of its own options, so only `family` is left in it.
 * @throws Error that says what is wrong and does not show the address
 */
export function readRedisServer(text: string): RedisServer {
  const address = new URL(text);
  for (const part of [address.username, address.password]) decode(part);
  const { searchParams } = address;
  const unchecked = searchParams.get('ssl_cert_reqs')?.toLowerCase();
  searchParams.delete('ssl_cert_reqs');
  const database = address.pathname.slice(1) || (searchParams.get('db') ?? '');
  searchParams.delete('db');
  if (!/^\d*$/.test(database)) throw new Error('names a database that is no number');
  address.pathname = database;
  if (!['0', '4', '6'].includes(searchParams.get('family') ?? '')) searchParams.delete('family');
  const ignored = [...new Set(searchParams.keys())].filter((name) => name !== 'family');
  for (const name of ignored) searchParams.delete(name);
  return {
    url: address.href,
    isUnchecked: unchecked === 'none' || unchecked === 'cert_none',
    warnings: ignored.length === 0 ? [] : [`has parameters that are ignored: ${ignored.join(', ')}.`],
  };
}
