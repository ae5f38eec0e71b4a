import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The options of Node's `tls.connect` that the service sets. */
export interface TlsOptions {
  /** The only trusted authorities, as PEM; by default those of Node. */
  readonly ca?: string;
  readonly rejectUnauthorized: boolean;
  readonly checkServerIdentity?: () => undefined;
  readonly host?: string;
}

/**
 * How a Postgres connection is encrypted, in the terms of libpq. Modes that only may encrypt protect from
 * nothing and are not here.
 */
export const sslModes = ['disable', 'no-verify', 'verify-ca', 'require', 'verify-full'] as const;
type SslMode = (typeof sslModes)[number];

/** Values of `ssl`, which some use instead of `sslmode`. */
const sslFlags = new Map<string | undefined, SslMode>([
  ['true', 'require'],
  ['false', 'disable'],
]);

/** An address for the driver, and how to encrypt the connection. */
export interface DatabaseAddress {
  readonly url: string;
  readonly tls: TlsOptions | false;
}

/**
 * Reads and removes the TLS parameters of an address. `require` checks the certificate like `verify-full`:
 * encryption is only worth it with the right server. A mode in the address overrides `given.mode`, and a
 * certificate alone turns TLS on.
 * @throws Error that says what is wrong and does not show the address
 */
export function readDatabaseAddress(
  text: string,
  given: { readonly mode?: string | undefined; readonly ca?: string | undefined },
): DatabaseAddress {
  const address = new URL(text);
  const take = (name: string): string | undefined => {
    const value = address.searchParams.get(name) ?? undefined;
    address.searchParams.delete(name);
    return value;
  };
  const ownMode = take('sslmode');
  const ownSsl = take('ssl');
  const rootFile = take('sslrootcert');
  take('channel_binding'); // unknown to the driver, and refused by the server as a setting
  const ca = given.ca ?? (rootFile === 'system' ? undefined : readRootFile(rootFile));
  const fallback = ca === undefined && rootFile === undefined ? 'disable' : 'require';
  const mode = ownMode ?? sslFlags.get(ownSsl) ?? ownSsl ?? given.mode ?? fallback;
  if (!isSslMode(mode)) throw new Error(`names an sslmode that is none of ${sslModes.join(', ')}`);
  return { url: address.href, tls: toTls(mode, ca, address.hostname) };
}

function readRootFile(name: string | undefined): string | undefined {
  try {
    return name === undefined ? undefined : readCertificate(name);
  } catch (cause) {
    throw new Error('has an sslrootcert that names no file with a certificate in PEM', { cause });
  }
}

function toTls(mode: SslMode, ca: string | undefined, host: string): TlsOptions | false {
  if (mode === 'disable') return false;
  return {
    ...(ca !== undefined && { ca }),
    rejectUnauthorized: mode !== 'no-verify',
    ...(mode === 'verify-ca' && { checkServerIdentity: () => undefined }),
    host: host.replace(/^\[|\]$/g, ''), // without it Node checks IP addresses as "localhost"
  };
}

function isSslMode(text: string): text is SslMode {
  return sslModes.some((mode) => mode === text);
}

/**
 * Certificates as PEM, from the text itself (line ends may be written as \n) or from the file of that name.
 * @throws Error
 */
export function readCertificate(text: string): string {
  const isPem = text.includes('-----BEGIN');
  const pem = isPem ? text.replaceAll('\\n', '\n') : readFileSync(text, 'utf8');
  new X509Certificate(pem); // throws for any other text
  return pem;
}

/** Whether TLS itself failed, so that the server could not be asked. */
export function isTlsFailure(error: unknown): boolean {
  return adviceOf(error) !== undefined;
}

/** Advice for an operator whose Postgres or Redis cannot be reached over TLS; undefined for other errors. */
export function tlsAdvice(error: unknown, server: 'Postgres' | 'Redis'): string | undefined {
  return adviceOf(error)?.[server];
}

const untrusted = {
  Postgres:
    'Its certificate is not signed by a known authority. Set DATABASE_CA_CERT to the authority’s certificate, or use sslmode=no-verify (in DATABASE_URL, or as PGSSLMODE) to encrypt without a check.',
  Redis:
    'Its certificate is not signed by a known authority. Set REDIS_CA_CERT to the authority’s certificate, or REDIS_TLS_REJECT_UNAUTHORIZED=0 to encrypt without a check.',
};
const misnamed = {
  Postgres:
    'Its certificate is for another name than the one in DATABASE_URL. Use that name, or sslmode=verify-ca to leave it out of the check.',
  Redis:
    'Its certificate is for another name than the one in REDIS_URL. Use that name, or REDIS_TLS_REJECT_UNAUTHORIZED=0 to encrypt without a check.',
};
const plain = {
  Postgres: 'It does not take TLS. Leave sslmode and PGSSLMODE out, where the network in between is yours.',
  Redis: 'It does not take TLS. Use redis:// in place of rediss://, where the network in between is yours.',
};
const encrypted = {
  Postgres:
    'It takes encrypted connections only. Add ?sslmode=require to DATABASE_URL, or set PGSSLMODE=require.',
  Redis: undefined,
};

function adviceOf(error: unknown): { Postgres: string; Redis: string | undefined } | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const code = String(error.code);
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return misnamed;
  if (/^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT|UNABLE_TO_|CERT_)/.test(code)) return untrusted;
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER' || error.message.includes('before secure TLS connection'))
    return plain;
  if (code === '28000' && /no encryption|SSL off/.test(error.message)) return encrypted;
  return undefined;
}
