import fc from 'fast-check';

/** Strings known to break software. Their host names do not resolve. */
const naughtyStrings = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udc00\ud800',
  '\u202e\u2066',
  '😀'.repeat(150),
  'e\u0301'.repeat(50),
  '\ufeff',
  '\r\nX-Evil: 1',
  "'; DROP TABLE signups; --",
  '" OR ""="',
  '$1',
  '#{7*7}',
  '{{email}}',
  '%s%n%00%zz%ff',
  '\\u0000',
  '../../etc/passwd',
  'null',
  'undefined',
  'NaN',
  'true',
  '-1',
  '1e309',
  '0x10',
  '9223372036854775808',
  '2024-02-30',
  '0000-00-00',
  '9999-12-31',
  '-000001-01-01',
  '__proto__',
  'constructor',
  'toString',
  'a@b.co',
  'A@B.CO',
  'a@b',
  '"a b"@c.de',
  'ä@ö.de',
  'a@münchen.de',
  'a@xn--a.de',
  `${'a'.repeat(64)}@${'b.'.repeat(120)}de`,
  'x'.repeat(1001),
  'http://[::1',
  'https://www.example.invalid/?q=%',
  '0123456789abcdefghjkmnpqrstvwxyz',
] as const;

const naughty = fc.constantFrom(...naughtyStrings);

/** Any text, lone surrogates included. */
export const anyText = fc.oneof(
  naughty,
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 40 }),
);

const anyNumber = fc.oneof(
  fc.constantFrom(0, -0, -1, 1.5, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 1e12, 2 ** 53, -(2 ** 63), 1e308, 5e-324),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** Any JSON value. */
export const anyJson = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    anyNumber,
    anyText,
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(anyText, tie('value'), { maxKeys: 12 }),
  ),
})).value;

/** An encoded part of a URL, valid or not. It has no lone surrogates, because no client can send them. */
export const inUrl = fc.oneof(
  anyText.map((value) => encodeURIComponent(value.toWellFormed())),
  fc.constantFrom(
    '%',
    '%zz',
    '%00',
    '%ff',
    '%ED%A0%80',
    '%2e%2e',
    '+',
    '[]',
    '*',
    '0',
    '1',
    '200',
    '2026-01-01',
  ),
);

/** Any body, which may not be JSON or text. */
export const anyBytes = fc.oneof(
  naughty,
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
);

/** Replaces one random part of a value by any JSON. The rest stays valid, so it passes the first checks. */
export function corrupted(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.tuple(value, fc.nat(), anyJson).map(([valid, index, junk]) => {
    const paths = [...pathsOf(valid)];
    return replaced(valid, paths[index % paths.length] ?? [], junk);
  });
}

function* pathsOf(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  yield path;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) yield* pathsOf(child, [...path, key]);
}

function replaced(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by;
  const child = replaced(Object(value)[key], rest, by);
  return Array.isArray(value)
    ? value.with(Number(key), child)
    : Object.fromEntries(
        Object.entries(Object(value)).map(([name, old]) => [name, name === key ? child : old]),
      );
}
