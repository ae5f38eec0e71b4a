import { lookup as dnsLookup } from 'node:dns/promises';
import { isIP, isIPv6, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { withTimeout } from '../process/with-timeout.ts';
import { parseUrl as parseUrlText } from './parse-url.ts';

/** An address that this service refuses to call for an account (C7.6). The message may be shown. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

/** All addresses of a host name. Rejects for a name without one. */
export type Resolve = (host: string) => Promise<readonly ResolvedAddress[]>;
interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** Keeps requests of accounts out of the networks that this service runs in (C7.6). */
export interface AddressGuard {
  /**
   * For a URL about to be called: checks what its text alone shows, literal addresses included. `lookup`
   * checks where its name leads. @throws AddressRefused
   */
  parseUrl(url: string, options?: UrlOptions): URL;
  /**
   * For a URL about to be saved: like `parseUrl`, and also refuses a name that leads to a private address
   * now.
   * @throws AddressRefused
   */
  checkUrl(url: string, options?: UrlOptions): Promise<URL>;
  /** The same for a host outside a URL, such as a mail server. @throws AddressRefused */
  assertHost(host: string): Promise<void>;
  /**
   * For a host about to be dialled: the address to dial.
   * @throws AddressRefused; Error for a name without an address, or without an answer in 5 s
   */
  resolve(host: string): Promise<string>;
  /** Whether the operator allows a host whatever its address, and so trusts the network to it. */
  allows(host: string): boolean;
  /** For sockets: returns checked addresses only. Node does not call it for literal addresses. */
  readonly lookup: LookupFunction;
}

interface UrlOptions {
  /** Refuses http, except to hosts that the operator allows. */
  readonly httpsOnly?: boolean;
}

interface Host {
  /** In lower case, without brackets or a final dot. */
  readonly name: string;
  /** Whether the operator allows it whatever its address. */
  readonly allowed: boolean;
}

const longestUrl = 2_048;
const resolveOnSaveMs = 1_000;
const resolveOnDialMs = 5_000;

/** Names that only mean something inside a network. */
const insideNames =
  /(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|svc|home\.arpa)$/;
/** Ports of what runs beside a service rather than on the web: databases, queues, container engines. */
const insidePorts = new Set([
  1433, 1434, 1521, 2049, 2375, 2376, 2377, 2379, 2380, 3306, 3389, 4369, 5432, 5671, 5672, 5900, 5984, 6379,
  6380, 6432, 6443, 8500, 9042, 9092, 9093, 9200, 9300, 10250, 10255, 11211, 15672, 16379, 26257, 26379,
  27017, 27018, 27019, 33060, 61616,
]);
/** Serves the machines of Azure on an address that looks public. */
const azureWireServer = '168.63.129.16';
const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3];

/**
 * `allowHosts` are names and literal addresses as in a URL; they may have any address.
 * @throws AddressRefused for an entry that is neither
 */
export function openAddressGuard(options: {
  allowHosts: readonly string[];
  lookup?: Resolve;
  /** Refuses every other host, and every address but those of this machine. */
  onlyThisMachine?: boolean;
}): AddressGuard {
  const { onlyThisMachine = false } = options;
  const answersOf: Resolve = options.lookup ?? ((host) => dnsLookup(host, { all: true }));
  const allowed = new Set(options.allowHosts.map(toAllowedName));

  function toHost(hostname: string): Host {
    const name = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
    const host = { name, allowed: allowed.has(name) };
    if (onlyThisMachine && !(host.allowed && (!isIP(name) || isLoopback(name)))) throw notThisMachine();
    if (host.allowed) return host;
    if (isIP(name) ? !isPublic(name) : !isPublicName(name)) throw refusedHost();
    return host;
  }

  async function answersFor({ name, allowed }: Host): Promise<readonly ResolvedAddress[]> {
    const answers = isIP(name) ? [{ address: name, family: isIP(name) }] : await answersOf(name);
    if (answers.length === 0) throw new Error('The host name has no address.');
    if (onlyThisMachine && !answers.every(({ address }) => isLoopback(address))) throw notThisMachine();
    if (!allowed && !answers.every(({ address }) => isPublic(address))) throw refusedHost();
    return answers;
  }

  /** Lets a name without an answer pass: it is checked again when it is dialled. */
  async function assertAnswers(host: Host): Promise<void> {
    if (host.allowed && !onlyThisMachine) return;
    try {
      await withTimeout(resolveOnSaveMs, 'DNS', answersFor(host));
    } catch (error) {
      if (error instanceof AddressRefused) throw error;
    }
  }

  function parseUrl(text: string, { httpsOnly = false }: UrlOptions = {}): URL {
    if (text.length > longestUrl) throw new AddressRefused(`A URL has at most ${longestUrl} characters.`);
    const url = parseUrlText(text);
    if (!url || !['http:', 'https:'].includes(url.protocol)) {
      throw new AddressRefused('The address must be a URL that starts with http:// or https://.');
    }
    if (url.username !== '' || url.password !== '') {
      throw new AddressRefused('The URL must not hold a user name or password.');
    }
    const host = toHost(url.hostname);
    if (host.allowed) return url;
    if (httpsOnly && url.protocol !== 'https:') throw new AddressRefused('The URL must start with https://.');
    if (!isWebPort(url.port)) throw new AddressRefused(`The URL must not name port ${url.port}.`);
    return url;
  }

  return {
    parseUrl,
    async checkUrl(text, urlOptions) {
      const url = parseUrl(text, urlOptions);
      await assertAnswers(toHost(url.hostname));
      return url;
    },
    async assertHost(text) {
      await assertAnswers(toHost(toHostname(text)));
    },
    async resolve(text) {
      const answers = await withTimeout(resolveOnDialMs, 'DNS', answersFor(toHost(toHostname(text))));
      const [first] = [...answers].sort((a, b) => a.family - b.family); // IPv4 first: not all have IPv6
      if (!first) throw new Error('The host name has no address.');
      return first.address;
    },
    allows(text) {
      try {
        return toHost(toHostname(text)).allowed;
      } catch {
        return false;
      }
    },
    lookup(hostname, { all }, done) {
      Promise.resolve(hostname)
        .then((name) => answersFor(toHost(name)))
        .then(
          (answers) => {
            const [first] = answers;
            if (all) done(null, [...answers]);
            else done(null, first?.address ?? '', first?.family);
          },
          (error: NodeJS.ErrnoException) => done(error, all ? [] : ''),
        );
    },
  };
}

/**
 * Whether this address is the same machine for everybody on the internet. IPv6 forms that embed an IPv4
 * address are not.
 */
export function isPublic(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast' || address.toString() === azureWireServer) return false;
  return address instanceof ipaddr.IPv4 || address.match(globalUnicast);
}

function isLoopback(text: string): boolean {
  return ipaddr.isValid(text) && ipaddr.process(text).range() === 'loopback';
}

function isPublicName(name: string): boolean {
  return name.includes('.') && !name.split('.').includes('') && !insideNames.test(name);
}

/** As in a URL: empty for the default port of its scheme. */
function isWebPort(port: string): boolean {
  const number = Number(port);
  return port === '' || number === 80 || number === 443 || (number >= 1_024 && !insidePorts.has(number));
}

/** Whether a text can be one of `allowHosts`. */
export function isHost(text: string): boolean {
  try {
    return toAllowedName(text) !== '';
  } catch {
    return false;
  }
}

/** A host outside a URL, normalized as in a URL: `0x7f.1` is 127.0.0.1. */
function toHostname(text: string): string {
  const url = parseUrlText(`http://${isIPv6(text) ? `[${text}]` : text}`);
  if (/[\s/\\?#@[\]]/.test(text) || (text.includes(':') && !isIPv6(text)) || !url) {
    throw new AddressRefused('The host must be a name or an address.');
  }
  return url.hostname;
}

function toAllowedName(entry: string): string {
  const text = entry.trim().replace(/^\[(.*)\]$/, '$1');
  return toHostname(text)
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}

function notThisMachine(): AddressRefused {
  return new AddressRefused(
    'The test mode calls this machine only, at a host that the operator allows with OUTBOUND_ALLOW_HOSTS.',
  );
}

function refusedHost(): AddressRefused {
  return new AddressRefused(
    'The address must not lead into a private or reserved network, unless the operator allows its host with OUTBOUND_ALLOW_HOSTS.',
  );
}
