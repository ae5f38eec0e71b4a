import { randomBytes } from 'node:crypto';

/** A value that is looked for where it has no place. Secrets have none at all; addresses of people have none in logs, errors and Redis. */
export interface Canary {
  readonly name: string;
  readonly value: string;
  readonly kind: 'secret' | 'address';
  /** Whether it is there to be told to somebody outside, such as a provider's key. */
  readonly isForOthers?: boolean;
}

/** The values of one run; each name stands once. */
export interface Canaries {
  readonly all: readonly Canary[];
  /** A new secret of letters and digits behind the prefix, or the given one, such as a key that the service has made. */
  secret(
    name: string,
    options?: { readonly prefix?: string; readonly value?: string; readonly isForOthers?: boolean },
  ): string;
  /** A new address of a person. */
  address(name: string): string;
  /** The canaries that bytes hold, in whatever form. */
  findIn(bytes: Buffer): Canary[];
}

export function openCanaries(): Canaries {
  const found = new Map<string, { canary: Canary; forms: readonly Buffer[] }>();

  function add(canary: Canary): string {
    if (found.has(canary.name)) throw new Error(`There is a canary ${canary.name} already`);
    found.set(canary.name, { canary, forms: formsOf(canary.value) });
    return canary.value;
  }

  return {
    get all() {
      return [...found.values()].map(({ canary }) => canary);
    },
    secret: (
      name,
      { prefix = '', value = `${prefix}canary${randomBytes(12).toString('hex')}`, isForOthers = false } = {},
    ) => add({ name, value, kind: 'secret', isForOthers }),
    address: (name) =>
      add({ name, value: `canary.${randomBytes(8).toString('hex')}@example.com`, kind: 'address' }),
    findIn: (bytes) =>
      [...found.values()]
        .filter(({ forms }) => forms.some((form) => bytes.includes(form)))
        .map(({ canary }) => canary),
  };
}

/** How a value may be written: as it is, escaped for JSON, a URL, a form or HTML, in hex, in base64 and base64url wherever in their groups of three it begins. */
function formsOf(value: string): Buffer[] {
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

/** The characters that stand for these bytes alone where so many others come before them. */
function inBase64(bytes: Buffer, before: number): string[] {
  const all = Buffer.concat([Buffer.alloc(before), bytes]);
  const [from, to] = [Math.ceil((before * 8) / 6), Math.floor((all.length * 8) / 6)];
  return (['base64', 'base64url'] as const).map((encoding) => all.toString(encoding).slice(from, to));
}
