import { isAscii, isUtf8 } from 'node:buffer';
import { AppError } from '../../../platform/errors.ts';
import { pauseIfDue } from '../../../platform/process/slices.ts';
import { refuseLine } from './refuse-line.ts';
import { decodeSingleBytes, type SingleByteEncoding, singleByteEncodings } from './single-byte.ts';

/** The largest file. The export of 1,000,000 signups with their times has more than 200 MiB. */
export const maxFileBytes = 512 * 1024 * 1024;
/** What is read at once. */
const sliceBytes = 8_192;
const newline = 0x0a;
const encodingRefusal = 'not UTF-8. Save the file as CSV in UTF-8, or say which encoding it has.';

/** What files begin with that are no text. */
const otherFormats: readonly (readonly [readonly number[], string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], 'The file is a zip archive or an Excel workbook. Send the CSV file itself.'],
  [[0x50, 0x4b, 0x05, 0x06], 'The file is a zip archive. Send the CSV file itself.'],
  [[0x1f, 0x8b], 'The file is compressed with gzip. Send the CSV file itself.'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'The file is an Excel workbook. Save it as CSV in UTF-8.'],
];

/** How the characters of a file are stored. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', ...singleByteEncodings] as const;
type Encoding = (typeof encodings)[number];

/** The text of a file, which is decoded as it is read. */
export interface FileText extends AsyncIterable<string> {
  /** As far as it has been read: `windows-1252` from the first line on that is not UTF-8. */
  encoding(): Encoding;
}

export interface TextOptions {
  /**
   * Undefined: by the byte order mark, else UTF-8; where that does not fit, Windows-1252, as Excel writes it.
   */
  readonly encoding?: Encoding | undefined;
  readonly maxBytes?: number;
}

/**
 * The text of a file, chunk by chunk, without its byte order mark.
 * @throws AppError invalid_request with the line, for a file with some lines in UTF-8 and others not, a NUL
 * or another format; 413 for more than `maxFileBytes`
 */
export function checkText(
  bytes: AsyncIterable<Buffer>,
  { encoding: given, maxBytes = maxFileBytes }: TextOptions = {},
): FileText {
  let encoding: Encoding = given ?? 'utf-8';
  async function* decode(): AsyncGenerator<string> {
    let decoder: Decoder | undefined;
    let size = 0;
    let line = 1;
    for await (const chunk of inSlices(bytes)) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge(maxBytes);
      if (decoder === undefined) {
        checkFormat(chunk);
        encoding = given ?? encodingByMark(chunk);
        decoder = decoderOf(encoding, given === undefined, (other) => {
          encoding = other;
        });
      }
      const text = decoder(chunk, line);
      line += checkedLines(text, line);
      if (text !== '') yield text;
    }
    const rest = decoder?.(undefined, line) ?? '';
    if (rest !== '') yield rest;
  }
  const text = decode();
  return { encoding: () => encoding, [Symbol.asyncIterator]: () => text };
}

/** The same bytes in small parts; others have their turn between them. */
async function* inSlices(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of bytes)
    for (let start = 0; start < chunk.length; start += sliceBytes) {
      await pauseIfDue();
      yield chunk.subarray(start, start + sliceBytes);
    }
}

/** Decodes the next bytes, which begin in this line; undefined at the end of the file. */
type Decoder = (bytes: Buffer | undefined, line: number) => string;

function decoderOf(encoding: Encoding, isFree: boolean, change: (to: SingleByteEncoding) => void): Decoder {
  if (encoding === 'utf-8') return utf8Decoder(isFree ? change : undefined);
  const single = singleByteEncodings.find((each) => each === encoding);
  if (single) return (bytes) => (bytes ? decodeSingleBytes(bytes, single) : '');
  const decoder = new TextDecoder(encoding);
  return (bytes) => decoder.decode(bytes, { stream: bytes !== undefined });
}

/**
 * Decodes UTF-8. Where bytes are not, and all lines before were plain ASCII, the file goes on in
 * Windows-1252: those lines read the same in both.
 */
function utf8Decoder(change: ((to: SingleByteEncoding) => void) | undefined): Decoder {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let other: SingleByteEncoding | undefined;
  let isPlain = true;
  /** The last bytes of the previous part, in which a character may have begun. */
  let tail: Buffer = Buffer.alloc(0);
  return (bytes, line) => {
    if (other) return bytes ? decodeSingleBytes(bytes, other) : '';
    const whole = Buffer.concat([tail, bytes ?? Buffer.alloc(0)]);
    const open = bytes ? openCharacter(whole) : 0;
    const complete = whole.subarray(0, whole.length - open);
    if (isUtf8(complete)) {
      tail = Buffer.from(whole.subarray(whole.length - open));
      isPlain &&= isAscii(complete);
      return decoder.decode(complete, { stream: true });
    }
    const bad = firstBadLine(complete);
    if (!change || !isPlain || !isAscii(whole.subarray(0, bad.start)))
      refuseLine(line + bad.lines, encodingRefusal);
    other = 'windows-1252';
    change(other);
    return decodeSingleBytes(whole, other);
  };
}

/** How many bytes at the end begin a character of UTF-8 that is not complete: at most 3. */
function openCharacter(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}

/** The first line that is not UTF-8: where it begins, and how many are before it. */
function firstBadLine(bytes: Buffer): { start: number; lines: number } {
  let start = 0;
  let lines = 0;
  for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, start)) {
    if (!isUtf8(bytes.subarray(start, end))) break;
    start = end + 1;
    lines += 1;
  }
  return { start, lines };
}

function encodingByMark(head: Buffer): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : 'utf-8';
}

function checkFormat(head: Buffer): void {
  const other = otherFormats.find(([magic]) => magic.every((byte, index) => head[index] === byte));
  if (other) refuseLine(1, other[1]);
}

/** How many lines end in a text. @throws AppError for a NUL */
function checkedLines(text: string, line: number): number {
  const nul = text.indexOf('\0');
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    if (nul >= 0 && at > nul) break;
    lines += 1;
  }
  if (nul >= 0) refuseLine(line + lines, 'a NUL character. Is this a text file?');
  return lines;
}

function tooLarge(maxBytes: number): AppError {
  return new AppError('invalid_request', `The file is larger than ${maxBytes / 1024 ** 2} MiB.`, {
    status: 413,
  });
}
