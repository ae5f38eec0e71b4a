import { isUtf8 } from 'node:buffer';
import { AppError } from '../../errors.ts';
import { pauseIfDue } from '../../process/slices.ts';

/** The largest file. The export of 1,000,000 signups with their times has more than 200 MiB. */
export const maxFileBytes = 512 * 1024 * 1024;
/** What is read at once. A file of empty lines takes about a millisecond per KiB. */
const sliceBytes = 8_192;
const newline = 0x0a;
const encodingRefusal = 'not UTF-8. Save the file as CSV in UTF-8.';

/** What files begin with that are no text. */
const otherFormats: readonly (readonly [readonly number[], string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], 'The file is a zip archive or an Excel workbook. Send the CSV file itself.'],
  [[0x50, 0x4b, 0x05, 0x06], 'The file is a zip archive. Send the CSV file itself.'],
  [[0x1f, 0x8b], 'The file is compressed with gzip. Send the CSV file itself.'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'The file is an Excel workbook. Save it as CSV in UTF-8.'],
  [[0xff, 0xfe], 'The file is UTF-16. Save it as CSV in UTF-8.'],
  [[0xfe, 0xff], 'The file is UTF-16. Save it as CSV in UTF-8.'],
];

/** A refusal of a file, by the line that is at fault. */
export function refuseLine(line: number, message: string): never {
  throw new AppError('invalid_request', `Line ${line}: ${message}`);
}

/**
 * The text of a file, chunk by chunk, without its byte order mark.
 * @throws AppError invalid_request with the line, for another encoding than UTF-8, a NUL or another format;
 * 413 for more than `maxFileBytes`
 */
export async function* checkText(
  bytes: AsyncIterable<Buffer>,
  maxBytes: number = maxFileBytes,
): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let size = 0;
  let line = 1;
  /** The last bytes of the previous chunk, in which a character may have begun. */
  let tail: Buffer = Buffer.alloc(0);
  for await (const chunk of inSlices(bytes)) {
    if (size === 0) checkFormat(chunk);
    size += chunk.length;
    if (size > maxBytes)
      throw new AppError('invalid_request', `The file is larger than ${maxBytes / 1024 ** 2} MiB.`, {
        status: 413,
      });
    const nul = chunk.indexOf(0);
    if (nul >= 0)
      refuseLine(line + countLines(chunk.subarray(0, nul)), 'a NUL character. Is this a text file?');
    let text: string;
    try {
      text = decoder.decode(chunk, { stream: true });
    } catch {
      refuseEncoding(line - countLines(tail), Buffer.concat([tail, chunk]));
    }
    line += countLines(chunk);
    tail = chunk.subarray(-3);
    if (text !== '') yield text;
  }
  try {
    decoder.decode();
  } catch {
    refuseLine(line, encodingRefusal); // it ends within a character
  }
}

/** The same bytes in small parts; others have their turn between them. */
async function* inSlices(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of bytes)
    for (let start = 0; start < chunk.length; start += sliceBytes) {
      await pauseIfDue();
      yield chunk.subarray(start, start + sliceBytes);
    }
}

function checkFormat(head: Buffer): void {
  const other = otherFormats.find(([magic]) => magic.every((byte, index) => head[index] === byte));
  if (other) refuseLine(1, other[1]);
}

function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) lines += 1;
  return lines;
}

/**
 * Looks for the first line of the bytes that is not UTF-8. A character that began before them is not at
 * fault.
 */
function refuseEncoding(firstLine: number, bytes: Buffer): never {
  let line = firstLine;
  let start = 0;
  while (start < bytes.length && ((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
  for (let end = bytes.indexOf(newline, start); end >= 0; end = bytes.indexOf(newline, start)) {
    if (!isUtf8(bytes.subarray(start, end))) break;
    start = end + 1;
    line += 1;
  }
  refuseLine(line, encodingRefusal);
}
