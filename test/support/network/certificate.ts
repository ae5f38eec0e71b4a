import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

export interface Certificate {
  readonly privateKey: KeyObject;
  readonly pem: string;
}

/**
 * A new RSA key with a self-signed certificate for a host name or an IPv4 address, valid from one time until
 * another.
 */
export function makeCertificate(host: string, from: Date, until: Date): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const name = sequence(der(0x31, sequence(der(0x06, hex('550403')), der(0x0c, Buffer.from(host)))));
  const sha256WithRsa = sequence(der(0x06, hex('2a864886f70d01010b')), der(0x05));
  const alternative = isIPv4(host)
    ? der(0x87, Buffer.from(host.split('.').map(Number)))
    : der(0x82, Buffer.from(host));
  const alternativeName = sequence(der(0x06, hex('551d11')), der(0x04, sequence(alternative)));
  const content = sequence(
    der(0xa0, der(0x02, hex('02'))), // version 3
    der(0x02, hex('01')),
    sha256WithRsa,
    name,
    sequence(time(from), time(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(alternativeName)),
  );
  const signature = der(0x03, hex('00'), sign('RSA-SHA256', content, privateKey));
  const base64 = sequence(content, sha256WithRsa, signature).toString('base64').replace(/.{64}/g, '$&\n');
  return { privateKey, pem: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n` };
}

/** A value in the DER encoding of ASN.1. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const value = Buffer.concat(parts);
  const { length } = value;
  const size = length < 0x80 ? [length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), value]);
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, ...parts);
}

function time(at: Date): Buffer {
  return der(0x18, Buffer.from(at.toISOString().replace(/[-T:]|\.\d{3}/g, '')));
}

function hex(digits: string): Buffer {
  return Buffer.from(digits, 'hex');
}
