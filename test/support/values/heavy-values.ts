/** A value that takes careless code far more time than its size suggests. */
export interface HeavyValue {
  readonly name: string;
  readonly value: string;
}

/**
 * Texts of about `bytes` bytes that some parsers read in quadratic time: as addresses, URLs or plain text.
 */
export function heavyTexts(bytes: number): HeavyValue[] {
  const marks = '\u0316\u0301'.repeat(bytes / 4);
  const letters = String.fromCodePoint(...range(20_000).map((index) => 0x4e00 + index));
  const distinct = letters.repeat(bytes / 3 / letters.length + 1).slice(0, bytes / 3);
  return [
    { name: 'combining marks', value: marks },
    { name: 'an address of combining marks', value: `a@a${marks}.co` },
    { name: 'a From address of combining marks', value: `A <a@a${marks}.co>` },
    { name: 'a URL of combining marks', value: `https://a${marks}.co/` },
    { name: 'an address of distinct letters', value: `a@${distinct}.co` },
    { name: 'a URL of distinct letters', value: `https://${distinct}.co/` },
    { name: 'an address of many labels', value: `a@${'a.'.repeat(bytes / 2)}co` },
    { name: 'white space', value: `a${' \t'.repeat(bytes / 2)}a` },
    { name: 'braces', value: '{{ '.repeat(bytes / 3) },
    { name: 'commas', value: '1,'.repeat(bytes / 2) },
  ];
}

/**
 * The same texts as JSON, and deep or wide JSON. Its escapes make the service search it for characters that
 * cannot be stored.
 */
export function heavyJson(bytes: number): HeavyValue[] {
  const wide = (size: number, part: (index: number) => string) =>
    range(bytes / size)
      .map(part)
      .join();
  return [
    ...heavyTexts(bytes).map(({ name, value }) => ({ name, value: JSON.stringify(value) })),
    { name: 'a text of escapes', value: `"${'\\u0061'.repeat(bytes / 6)}"` },
    { name: 'nested lists', value: `${'['.repeat(bytes / 2)}"\\u0061"${']'.repeat(bytes / 2)}` },
    { name: 'nested objects', value: `${'{"a":'.repeat(bytes / 6)}"\\u0061"${'}'.repeat(bytes / 6)}` },
    { name: 'a list of numbers', value: `["\\u0061",${wide(2, () => '1')}]` },
    { name: 'a list of objects', value: `["\\u0061",${wide(3, () => '{}')}]` },
    { name: 'an object of many keys', value: `{${wide(11, (index) => `"k${index}":1`)}}` },
    { name: 'an object of many odd keys', value: `{${wide(18, (index) => `"-\\u0061${index}":[]`)}}` },
  ];
}

function range(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}
