import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { PeerCertificate } from 'node:tls';

/** The options of Node's `tls.connect` that the service sets. */
export interface TlsOptions {
  /** The only trusted authorities, as PEM; by default those of Node. */
  readonly ca?: string;
  readonly rejectUnauthorized: boolean;
  readonly checkServerIdentity?: (name: string, certificate: PeerCertificate) => Error | undefined;
  readonly host?: string;
}

/** How a Postgres connection is encrypted, in the terms of libpq, and `no-verify`. */
export const sslModes = [
  'disable',
  'allow',
  'prefer',
  'no-verify',
  'verify-ca',
  'require',
  'verify-full',
] as const;
export type SslMode = (typeof sslModes)[number];

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
