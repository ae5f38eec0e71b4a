import { isUtf8 } from 'node:buffer';
import { readPicture, refuse } from './picture.ts';

/**
 * The text of an SVG that may be drawn: it holds all that it shows. What draws it would read files of this
 * machine, and has no fonts. Undefined for what is no SVG.
 * @throws AppError invalid_request
 */
export function checkSvg(bytes: Buffer): string | undefined {
  if (!isUtf8(bytes)) return undefined;
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  if (!/^\s*</.test(text) || !/<(?:[a-z]+:)?svg[\s>]/i.test(text)) return undefined;
  if (/<!ENTITY/i.test(text)) refuse('declares entities, which are not read');
  if (/<\?xml-stylesheet|@import/i.test(text)) refuse('loads a stylesheet; put its styles inside');
  if (/<(?:[\w.-]+:)?(?:text|tspan)[\s>]/i.test(text)) refuse('has texts; convert them to paths');
  for (const [, quoted = '', bare = ''] of text.matchAll(/href\s*=\s*(?:["']([^"']*)|([^\s"'>]+))/gi))
    checkReference(quoted || bare);
  for (const [, target = ''] of text.matchAll(/url\(\s*["']?([^"')]*)/gi))
    if (!target.trim().startsWith('#')) refuse('refers to something outside of it');
  return text;
}

/** A part of the same file, or a picture inside of it. */
function checkReference(reference: string): void {
  const target = reference.trim();
  if (target === '' || target.startsWith('#')) return;
  const [, data] = /^data:image\/(?:png|jpe?g);base64,([\s\w+/=]*)$/.exec(target) ?? [];
  if (data === undefined) refuse('refers to something outside of it');
  if (readPicture(Buffer.from(data, 'base64')) === undefined)
    refuse('has a picture inside that is no PNG or JPEG');
}
