import { stringify } from 'csv-stringify/sync';
import { array, assert, asyncProperty, constantFrom, integer, record, string, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTime } from '../../../../src/shared/capabilities/imports/dates/read-time.ts';
import { checkText } from '../../../../src/shared/capabilities/imports/upload/check-text.ts';
import { readRecords } from '../../../../src/shared/capabilities/imports/upload/read-records.ts';

/** The bytes in pieces of this size. */
async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(bytes: Buffer, size: number): Promise<{ line: number; cells: readonly string[] }[]> {
  const found = [];
  for await (const { line, cells } of readRecords(checkText(inPieces(bytes, size))))
    found.push({ line, cells });
  return found;
}

describe('a file', () => {
  test('is a 413 as soon as more arrives than it may have', async () => {
    const mebibyte = 1024 ** 2;
    const line = `a@example.com,${'x'.repeat(1_000)}\n`;
    const file = Buffer.from(`email,b\n${line.repeat(2_000)}`);
    let taken = 0;
    async function* arriving() {
      for await (const piece of inPieces(file, 1_000)) {
        taken += piece.length;
        yield piece;
      }
    }
    const reading = (async () => {
      for await (const _ of checkText(arriving(), { maxBytes: mebibyte }));
    })();
    await expect(reading).rejects.toMatchObject({ status: 413, message: 'The file is larger than 1 MiB.' });
    expect(taken).toBeLessThanOrEqual(mebibyte + 1_000);
  });

  const cell = string({ unit: 'grapheme', maxLength: 12 }).filter(
    (text) => !text.includes('\0') && text.isWellFormed(),
  );
  const tricky = constantFrom('', '"', ',', '\n', '\r\n', '\r', ' ', 'ä', '😀', '""', 'a,b', '=1+1');
  const cells = tuple(cell, tricky, cell).map((parts) => parts.join(''));

  test('is read as it was written, however it arrives, each record with its line', async () => {
    const written = record({
      rows: array(array(cells, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 }),
      delimiter: constantFrom('\n', '\r\n'),
      size: integer({ min: 1, max: 40 }),
      mark: constantFrom('', '\ufeff'),
    });
    await assert(
      asyncProperty(written, async ({ rows, delimiter, size, mark }) => {
        const all = [['email', 'b'], ...rows];
        const csv = stringify(all, { record_delimiter: delimiter, quoted: true });
        const found = await read(Buffer.from(mark + csv), size);
        let line = 1;
        const expected: { line: number; cells: string[] }[] = [];
        for (const cells of all) {
          if (cells.some((cell) => cell.trim() !== '')) expected.push({ line, cells });
          line += 1 + cells.join('\u0001').split(/\r\n|\n|\r/).length - 1;
        }
        expect(found).toEqual(expected);
      }),
    );
  });
});

test.each([
  ['11/2/2026', 'mdy', '2026-11-02'],
  ['11/2/2026', 'dmy', '2026-02-11'],
] as const)('%s with %s is a day', (text, order, day) => {
  const time = readTime(text, Date.parse('2030-01-01'), order);
  expect(new Date(time ?? 0).toISOString().slice(0, 10)).toBe(day);
});

describe('a time', () => {
  const latest = Date.parse('2030-01-01');
  test.each([
    ['2026-01-31T09:30:00.123Z', '2026-01-31T09:30:00.123Z'],
    ['2026-01-31T09:30:00.123456+00:00', '2026-01-31T09:30:00.123Z'],
    ['2026-01-31 09:30:00', '2026-01-31T09:30:00.000Z'],
    ['2026-01-31 09:30:00 UTC', '2026-01-31T09:30:00.000Z'],
    ['2026-01-31 09:30:00 -0500', '2026-01-31T14:30:00.000Z'],
    ['2026-01-31 09:30+02', '2026-01-31T07:30:00.000Z'],
    ['2026-01-31', '2026-01-31T00:00:00.000Z'],
    ['2026/05/28 7:01:33 PM GMT+2', '2026-05-28T17:01:33.000Z'],
    ['2026-02-03 04:05:06 AM GMT+1', '2026-02-03T03:05:06.000Z'],
    ['31.12.2025 14:05', '2025-12-31T14:05:00.000Z'],
    ['01.02.2025', '2025-02-01T00:00:00.000Z'],
    ['01/31/2026', '2026-01-31T00:00:00.000Z'],
    ['31/01/26', '2026-01-31T00:00:00.000Z'],
    ['11/2/2026 3:04pm', '2026-11-02T15:04:00.000Z'],
    ['12/1/2026 12:00 AM EST', '2026-12-01T05:00:00.000Z'],
    ['12 Mar 2025', '2025-03-12T00:00:00.000Z'],
    ['Wed, 12 Mar 2025 10:00:00 +0100', '2025-03-12T09:00:00.000Z'],
    ['March 12th, 2025 at 3:04 PM', '2025-03-12T15:04:00.000Z'],
    ['1735689600', '2025-01-01T00:00:00.000Z'],
    ['1735689600123', '2025-01-01T00:00:00.123Z'],
  ])('%s is read', (text, time) => {
    expect(new Date(readTime(text, latest) ?? 0).toISOString()).toBe(time);
  });
  test.each([
    '',
    '13/13/2026',
    '31.31.2026',
    '2026-01-31 13:00 PM',
    '2026-01-31 10:00 HADT',
    '2026-02-30',
    '2026-13-01',
    '2026-01-31 25:00',
    '1999-12-31',
    '2031-01-01',
    '17000',
    'yesterday',
  ])('%s is none', (text) => {
    expect(readTime(text, latest)).toBeUndefined();
  });
});
