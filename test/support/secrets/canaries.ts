import { randomBytes } from 'node:crypto';

/** A value that must not appear: a secret nowhere, an email address not in logs, errors and Redis. */
export interface Canary {
  readonly name: string;
  readonly value: string;
  readonly kind: 'secret' | 'address';
  /** Whether the service must send it to a provider, such as the provider's own key. */
  readonly isSentOut?: boolean;
}

/** The canaries of one run, with unique names. */
export interface Canaries {
  readonly all: readonly Canary[];
  /**
   * Adds a secret: the prefix and random letters and digits, or `value`, such as a key that the service made.
   */
  secret(
    name: string,
    options?: { readonly prefix?: string; readonly value?: string; readonly isSentOut?: boolean },
  ): string;
  /** Adds a random email address. */
  address(name: string): string;
  /** The canaries in these bytes, in any encoding. */
  findIn(bytes: Buffer): Canary[];
}

export function openCanaries(): Canaries {
  const found = new Map<string, { canary: Canary; encodings: readonly Buffer[] }>();

  function add(canary: Canary): string {
    if (found.has(canary.name)) throw new Error(`There is already a canary ${canary.name}`);
    found.set(canary.name, { canary, encodings: encodingsOf(canary.value) });
    return canary.value;
  }

  return {
    get all() {
      return [...found.values()].map(({ canary }) => canary);
    },
    secret: (
      name,
      { prefix = '', value = `${prefix}canary${randomBytes(12).toString('hex')}`, isSentOut = false } = {},
    ) => add({ name, value, kind: 'secret', isSentOut }),
    address: (name) =>
      add({ name, value: `canary.${randomBytes(8).toString('hex')}@example.com`, kind: 'address' }),
    findIn: (bytes) =>
      [...found.values()]
        .filter(({ encodings }) => encodings.some((encoding) => bytes.includes(encoding)))
        .map(({ canary }) => canary),
  };
}

/**
 * A value in its encodings: plain, escaped for JSON, URLs, forms and HTML, in hex, and in base64 and
 * base64url at any offset.
 */
function encodingsOf(value: string): Buffer[] {
  const bytes = Buffer.from(value);
  const inUrl = encodeURIComponent(value);
  const texts = [
    value,
    JSON.stringify(value).slice(1, -1),
    inUrl,
    inUrl.toLowerCase(),
    new URLSearchParams([['', value]]).toString().slice(1),
    value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;'),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    ...[0, 1, 2].flatMap((before) => inBase64(bytes, before)),
  ];
  return [...new Set(texts)].map((text) => Buffer.from(text));
}

/** The base64 characters that depend on these bytes alone, after `before` other bytes. */
function inBase64(bytes: Buffer, before: number): string[] {
  const all = Buffer.concat([Buffer.alloc(before), bytes]);
  const [from, to] = [Math.ceil((before * 8) / 6), Math.floor((all.length * 8) / 6)];
  return (['base64', 'base64url'] as const).map((encoding) => all.toString(encoding).slice(from, to));
}
