import type { Operations } from '../world.ts';

export const pages: Operations = {
  'name pages': {
    async prepare({ accountId, call, lists }) {
      const slug = (letter: string) => `race-${accountId.slice(-12)}-${letter}`;
      const set = (list: number, page: object | null) => () =>
        call('PATCH', `/v1/waitlists/${lists[list]}/settings`, { page });
      await set(0, { enabled: true, slug: slug('a') })();
      await set(1, { slug: slug('b') })();
      // Each list wants the name of the other, gives its own back, and takes it again.
      return [
        ...[0, 1].flatMap((list) => ['b', 'a', 'c'].map((letter) => set(list, { slug: slug(letter) }))),
        set(1, null),
        set(0, { enabled: false }),
        set(1, { enabled: true, slug: slug('a') }),
      ];
    },
  },
};
