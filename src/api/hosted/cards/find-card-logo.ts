import { type Picture, readPicture } from '../../../shared/capabilities/branding/logo/picture.ts';
import { findLogo } from '../../../shared/capabilities/branding/logo/queries.ts';
import type { Sql } from '../../../shared/platform/postgres/connection.ts';
import type { CardLogo } from './drawing/card-content.ts';

/** A logo of more pixels takes too much memory while a card is drawn. */
const mostPixels = 4_000_000;
/** Logos are small, and most cards that are asked for are those of a few lists. */
const mostKept = 32;

/**
 * Finds logos by their path on this service. Null for none that a card can show: resvg reads no WebP. A path
 * is one picture for ever, so the last ones are kept.
 */
export function openCardLogos(): (sql: Sql, path: string | null) => Promise<CardLogo | null> {
  const kept = new Map<string, CardLogo | null>();
  return async (sql, path) => {
    const [, hash] = /\/([\w-]{24})(?:-dark|-light)?\.(?:png|jpg)$/.exec(path ?? '') ?? [];
    if (hash === undefined) return null;
    const known = kept.get(hash);
    if (known !== undefined) return known;
    const stored = await findLogo(sql, hash);
    if (!stored) return null;
    const picture = readPicture(stored.bytes);
    const logo = picture === undefined ? null : drawable(picture);
    kept.set(hash, logo);
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    return logo;
  };
}

function drawable({ type, width, height, bytes }: Picture): CardLogo | null {
  return type === 'image/webp' || width * height > mostPixels ? null : { type, width, height, data: bytes };
}
