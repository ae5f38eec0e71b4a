import { createHash } from 'node:crypto';
import { AppError } from '../../../shared/platform/errors.ts';
import { limitPerKey } from '../../../shared/platform/process/limit-concurrency.ts';
import type { CardContent } from './drawing/card-content.ts';

/** A card that is ready. */
interface StoredCard {
  readonly png: Buffer;
  /** Names what it shows. */
  readonly tag: string;
  /** Another card of the same list, because too many wait to be drawn. */
  readonly isStandIn: boolean;
}

export interface CardRequest {
  readonly listId: string;
  /** Whether it names somebody, so that nobody else's link may show it. */
  readonly isPersonal: boolean;
  readonly content: CardContent;
}

export interface CardStore {
  /** The same content is drawn once. @throws AppError internal_error (503) if too many wait */
  card(request: CardRequest): Promise<StoredCard>;
}

const drawnAtATime = 2;
/** They wait for a second at most, so the slowest of them is still shown beside a link. */
const mostWaiting = 12;
const mostBytes = 32 * 1024 * 1024;
const retryAfterSeconds = 5;

/** Lists whose last card stands in for others. */
const mostStandIns = 1_000;

/** Changes whenever the same content would be drawn in another way: pictures are cached outside, too. */
const designVersion = 1;

/** Names a content: two that would be different pictures have different tags. */
export function tagOf({ logo, ...content }: CardContent): string {
  const hash = createHash('sha256').update(JSON.stringify([designVersion, content, logo?.type ?? null]));
  if (logo) hash.update(logo.data);
  return hash.digest('base64url').slice(0, 22);
}

/** What tells one card of a page from the next in its URL: networks keep a picture by its URL. */
export const versionOf = (content: CardContent): string => tagOf(content).slice(0, 10);

/** Draws cards, two at a time, and keeps the newest of them in memory up to a number of bytes. */
export function openCardStore(draw: (content: CardContent) => Promise<Buffer>): CardStore {
  /** The least recently used first. */
  const kept = new Map<string, Buffer>();
  /** The tag of the card that each list showed last to everybody. */
  const lastOf = new Map<string, string>();
  const drawing = new Map<string, Promise<Buffer>>();
  const inTurn = limitPerKey(drawnAtATime, mostWaiting, tooManyCards);
  let bytes = 0;

  function find(tag: string): Buffer | undefined {
    const png = kept.get(tag);
    if (png === undefined) return undefined;
    kept.delete(tag);
    kept.set(tag, png);
    return png;
  }

  function keep(tag: string, png: Buffer): void {
    kept.set(tag, png);
    bytes += png.length;
    for (const [oldest, { length }] of kept) {
      if (bytes <= mostBytes) break;
      kept.delete(oldest);
      bytes -= length;
    }
  }

  function noteLast(listId: string, tag: string): void {
    lastOf.delete(listId);
    lastOf.set(listId, tag);
    const [oldest] = lastOf.keys();
    if (lastOf.size > mostStandIns && oldest !== undefined) lastOf.delete(oldest);
  }

  async function drawOnce(tag: string, content: CardContent): Promise<Buffer> {
    const drawn = drawing.get(tag) ?? inTurn('cards', () => draw(content));
    drawing.set(tag, drawn);
    try {
      const png = await drawn;
      if (!kept.has(tag)) keep(tag, png);
      return png;
    } finally {
      if (drawing.get(tag) === drawn) drawing.delete(tag);
    }
  }

  return {
    async card({ listId, isPersonal, content }) {
      const tag = tagOf(content);
      try {
        const png = find(tag) ?? (await drawOnce(tag, content));
        if (!isPersonal) noteLast(listId, tag);
        return { png, tag, isStandIn: false };
      } catch (error) {
        const last = lastOf.get(listId);
        const png = error instanceof AppError && last !== undefined ? find(last) : undefined;
        if (!png || last === undefined) throw error;
        return { png, tag: last, isStandIn: true };
      }
    },
  };
}

function tooManyCards(): AppError {
  return new AppError('internal_error', 'Too many pictures are being drawn. Try again in a moment.', {
    status: 503,
    retryAfterSeconds,
  });
}
