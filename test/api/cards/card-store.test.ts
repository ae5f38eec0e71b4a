import { describe, expect, test } from 'vitest';
import { openCardStore } from '../../../src/api/hosted/cards/card-store.ts';
import type { CardContent } from '../../../src/api/hosted/cards/drawing/card-content.ts';
import type { AppError } from '../../../src/shared/platform/errors.ts';

const plain = (text: string) => ({ text, names: [] });
const contentOf = (headline: string): CardContent => ({
  language: 'en',
  headlines: [plain(headline)],
  texts: [],
  action: plain('Join'),
  initial: plain('O'),
  people: 2,
  font: 'system',
  colors: {
    ground: '#ffffff',
    plate: null,
    text: '#000000',
    muted: '#000000',
    button: '#000000',
    onButton: '#ffffff',
    accent: '#000000',
  },
  logo: null,
});
const ask = (headline: string, isPersonal = false) => ({
  listId: 'list',
  isPersonal,
  content: contentOf(headline),
});

/** Draws when it is told to, and notes how it was asked. */
function slowHand(bytes = 10) {
  const waiting: (() => void)[] = [];
  const drawn: string[] = [];
  return {
    drawn,
    get atWork() {
      return waiting.length;
    },
    async draw({ headlines: [first] }: CardContent): Promise<Buffer> {
      drawn.push(first?.text ?? '');
      await new Promise<void>((resolve) => waiting.push(resolve));
      return Buffer.alloc(bytes, first?.text);
    },
    /** Finishes all, also those that begin meanwhile. */
    async finish() {
      for (let finish = waiting.shift(); finish; finish = waiting.shift()) {
        finish();
        await new Promise(setImmediate);
      }
    },
  };
}

describe('the store of cards', () => {
  test('draws a card once for a thousand who ask at once, and keeps it', async () => {
    const hand = slowHand();
    const store = openCardStore(hand.draw);
    const asked = Array.from({ length: 1_000 }, () => store.card(ask('a')));
    await hand.finish();
    const cards = await Promise.all([...asked, store.card(ask('a'))]);
    expect(hand.drawn).toEqual(['a']);
    expect(new Set(cards.map(({ tag, png }) => `${tag} ${png}`)).size).toBe(1);
  });

  test('draws two at a time, and refuses when too many wait', async () => {
    const hand = slowHand();
    const store = openCardStore(hand.draw);
    const asked = Array.from({ length: 14 }, (_, nth) => store.card(ask(`${nth}`)));
    await new Promise(setImmediate);
    expect(hand.atWork).toBe(2);
    const refusal: AppError = await store.card(ask('late')).then(
      () => expect.unreachable(),
      (error) => error,
    );
    expect([refusal.status, refusal.retryAfterSeconds]).toEqual([503, 5]);
    await hand.finish();
    await Promise.all(asked);
    expect(hand.drawn).toHaveLength(14);
    expect((await store.card(ask('0'))).isStandIn).toBe(false);
  });

  test('shows the last card of the list while too many wait, but none that names somebody', async () => {
    const hand = slowHand();
    const store = openCardStore(hand.draw);
    const first = [store.card(ask('plain')), store.card(ask('Ada invites you', true))];
    await hand.finish();
    const [plainCard] = await Promise.all(first);
    const asked = Array.from({ length: 14 }, (_, nth) => store.card(ask(`${nth}`)));
    expect(await store.card(ask('Bob invites you', true))).toEqual({ ...plainCard, isStandIn: true });
    await expect(store.card({ ...ask('other'), listId: 'other' })).rejects.toMatchObject({ status: 503 });
    await hand.finish();
    await Promise.all(asked);
  });

  test('forgets the cards that nobody has asked for', async () => {
    const hand = slowHand(8 * 1024 * 1024);
    const store = openCardStore(hand.draw);
    const show = async (headline: string) => {
      const card = store.card(ask(headline));
      await new Promise(setImmediate);
      await hand.finish();
      return card;
    };
    for (const headline of ['a', 'b', 'c', 'd', 'a', 'e', 'a', 'b']) await show(headline);
    expect(hand.drawn).toEqual(['a', 'b', 'c', 'd', 'e', 'b']);
  });

  test('draws again what could not be drawn', async () => {
    let calls = 0;
    const store = openCardStore(async () => {
      calls += 1;
      if (calls === 1) throw new Error('no memory');
      return Buffer.from('png');
    });
    await expect(store.card(ask('a'))).rejects.toThrow('no memory');
    expect((await store.card(ask('a'))).png.toString()).toBe('png');
  });

  test('tells all contents apart', async () => {
    const store = openCardStore(async () => Buffer.from('png'));
    const logo = { width: 8, height: 8, type: 'image/png', data: Buffer.from('a') } as const;
    const contents: CardContent[] = [
      contentOf('a'),
      { ...contentOf('a'), language: 'de' },
      { ...contentOf('a'), people: 3 },
      { ...contentOf('a'), font: 'serif' },
      { ...contentOf('a'), logo },
      { ...contentOf('a'), logo: { ...logo, data: Buffer.from('b') } },
      { ...contentOf('a'), colors: { ...contentOf('a').colors, accent: '#000001' } },
    ];
    const cards = await Promise.all(
      contents.map((content) => store.card({ listId: 'list', isPersonal: false, content })),
    );
    expect(new Set(cards.map(({ tag }) => tag)).size).toBe(contents.length);
  });
});
