import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import { readCertificate, type SslMode, sslModes, type TlsOptions } from '../outbound/tls.ts';
import { type DatabaseHost, splitHosts } from './database-hosts.ts';

/** An address for the driver, and how to encrypt the connection. */
export type DatabaseAddress = {
  /** Of several hosts it names the first. */
  readonly url: string;
  /** All hosts, where there are several; empty for one. */
  readonly hosts: readonly DatabaseHost[];
  /** `prefer`: if the server can, without a check of its certificate. */
  readonly tls: TlsOptions | 'prefer' | false;
  /** The folder of the server's socket; undefined where it is reached over the network. */
  readonly socket: string | undefined;
};

/** What an address says beside where the database is. */
interface ReadAddress {
  readonly address: DatabaseAddress;
  /** How large the pool may be, by `connection_limit`; undefined where it does not say. */
  readonly connections: number | undefined;
  /** Whether it leads to a pooler of transactions, by `pgbouncer`. */
  readonly isPooled: boolean;
  /** What the operator should know of it, in sentences that go on behind its variable's name. */
  readonly warnings: readonly string[];
}

/** Values of `ssl`, which some use instead of `sslmode`. */
const sslFlags = new Map<string | undefined, SslMode>([
  ['true', 'require'],
  ['false', 'disable'],
]);

/** Settings of Postgres that an address may have; all others can be in `options`, as `-c name=value`. */
const settings = [
  'options',
  'search_path',
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
  'timezone',
];
/** What the driver follows. */
const ofDriver = ['sslnegotiation', 'target_session_attrs'];
const sessionAttributes = ['read-write', 'read-only', 'primary', 'standby', 'prefer-standby'];

/** The smallest pool (DATABASE_POOL). */
const leastConnections = 2;

/**
 * Reads an address as platforms and tools write it. Parameters that mean something here are followed, the
 * rest is left out: Postgres refuses those that it does not know.
 *
 * `require` checks the certificate like `verify-full`: encryption is only worth it with the right server. A
 * mode in the address overrides `given.mode`, and a certificate alone turns TLS on.
 * @throws Error that says what is wrong and does not show the address
 */
export function readDatabaseAddress(
  text: string,
  given: { readonly mode?: string | undefined; readonly ca?: string | undefined } = {},
): ReadAddress {
  const { first, hosts } = splitHosts(text);
  const address = new URL(first);
  for (const part of [address.username, address.password, address.pathname]) assertDecodable(part);
  if (address.hash !== '' || [...address.searchParams.keys()].some((name) => !/^[\w.]{1,40}$/.test(name)))
    throw new Error('has a character that is not encoded: in a password, ? is %3F, # is %23 and / is %2F');
  const take = (name: string): string | undefined => {
    const value = address.searchParams.get(name) ?? undefined;
    address.searchParams.delete(name);
    return value;
  };
  const warnings: string[] = [];
  const socket = readSocket(take('host'));
  if (socket !== undefined && hosts.length > 0)
    throw new Error('names several hosts and a folder of a socket');
  const { mode, ca } = readTls(take, given, warnings);
  take('channel_binding'); // refused by the server as a setting; without GSSAPI and with SCRAM, as it is here
  if (take('gssencmode') === 'require')
    throw new Error('has gssencmode=require, and the service does not speak GSSAPI');
  const isPooled = take('pgbouncer') === 'true';
  const connections = readConnections(take('connection_limit'), warnings);
  const schema = take('schema') ?? 'public';
  if (schema !== 'public') address.searchParams.set('search_path', schema);
  // `any` is what it is without. Of several hosts the one that is needed is found (postgres/server/find-
  // server.ts).
  if (hosts.length > 0 || !sessionAttributes.includes(address.searchParams.get('target_session_attrs') ?? ''))
    take('target_session_attrs');
  const ignored = [...new Set(address.searchParams.keys())].filter(
    (name) => !settings.includes(name) && !ofDriver.includes(name) && !name.includes('.'),
  );
  ignored.forEach(take);
  const unclear = ignored.find((name) => name.startsWith('ssl'));
  if (mode === undefined && ca === undefined && unclear !== undefined)
    throw new Error(`has ${unclear} without sslmode, so it would not be encrypted`);
  if (ignored.length > 0)
    warnings.push(`has parameters of other drivers, which are ignored: ${ignored.join(', ')}.`);
  const fallback = ca === undefined ? 'disable' : 'require';
  return {
    address: {
      url: address.href,
      hosts,
      tls: toTls(mode ?? fallback, ca, hosts.length > 0 ? hosts.map(({ name }) => name) : [address.hostname]),
      socket,
    },
    connections,
    isPooled,
    warnings,
  };
}

type Take = (name: string) => string | undefined;

function readTls(
  take: Take,
  given: { readonly mode?: string | undefined; readonly ca?: string | undefined },
  warnings: string[],
): { mode: SslMode | undefined; ca: string | undefined } {
  const ownMode = take('sslmode');
  const ownSsl = take('ssl');
  const rootFile = take('sslrootcert');
  const isUnchecked = take('uselibpqcompat') === 'true' || take('sslaccept') === 'accept_invalid_certs';
  const ca = given.ca ?? (rootFile === 'system' ? undefined : readRootFile(rootFile));
  const named = ownMode ?? sslFlags.get(ownSsl) ?? ownSsl ?? given.mode;
  const mode = named ?? (rootFile === undefined ? undefined : 'require');
  if (mode !== undefined && !isSslMode(mode))
    throw new Error(`names an sslmode that is none of ${sslModes.join(', ')}`);
  if (mode === 'prefer' || mode === 'allow')
    warnings.push(
      `has sslmode=${mode}: the connection is encrypted if the server can, and its certificate is not checked. Use sslmode=require, or no-verify without a check.`,
    );
  if (mode !== 'require' || !isUnchecked) return { mode, ca };
  return { mode: ca === undefined ? 'no-verify' : 'verify-ca', ca };
}

function assertDecodable(part: string): void {
  try {
    decodeURIComponent(part);
  } catch (cause) {
    throw new Error('has a percent sign that is not encoded', { cause });
  }
}

function readSocket(host: string | undefined): string | undefined {
  if (host !== undefined && !host.startsWith('/'))
    throw new Error(
      'has a parameter host that is no folder of a socket; a server’s name stands before the path',
    );
  return host;
}

function readConnections(text: string | undefined, warnings: string[]): number | undefined {
  if (text === undefined || !/^\d{1,4}$/.test(text)) return undefined;
  const limit = Math.max(leastConnections, Math.min(Number(text), 1_000));
  warnings.push(
    `has connection_limit=${text}: each process has a pool of ${limit}. DATABASE_POOL sets another size.`,
  );
  return limit;
}

function readRootFile(name: string | undefined): string | undefined {
  try {
    return name === undefined ? undefined : readCertificate(name);
  } catch (cause) {
    throw new Error('has an sslrootcert that names no file with a certificate in PEM', { cause });
  }
}

function toTls(
  mode: SslMode,
  ca: string | undefined,
  hosts: readonly string[],
): TlsOptions | 'prefer' | false {
  const [host = ''] = hosts;
  if (mode === 'disable') return false;
  if (mode === 'prefer' || mode === 'allow') return 'prefer';
  return {
    ...(ca !== undefined && { ca }),
    rejectUnauthorized: mode !== 'no-verify',
    ...(mode === 'verify-ca' && { checkServerIdentity: () => undefined }),
    ...(mode !== 'verify-ca' &&
      hosts.length > 1 && {
        // A certificate may name any of the hosts.
        checkServerIdentity: (_name: string, certificate: PeerCertificate) => {
          const errors = hosts.map((each) => checkServerIdentity(each, certificate));
          return errors.every((error) => error !== undefined) ? errors[0] : undefined;
        },
      }),
    host: host.replace(/^\[|\]$/g, ''), // without it Node checks IP addresses as "localhost"
  };
}

function isSslMode(text: string): text is SslMode {
  return sslModes.some((mode) => mode === text);
}
