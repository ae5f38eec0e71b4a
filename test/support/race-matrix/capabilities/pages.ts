import { listStatisticsLinks } from '../../../../src/shared/capabilities/statistics-links/queries.ts';
import {
  revokeStatisticsLink,
  shareStatistics,
} from '../../../../src/shared/capabilities/statistics-links/share-statistics.ts';
import { callerOf, refusalOnly } from '../callers.ts';
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

const refused = (error: unknown) => void refusalOnly(error) as undefined;

export const statisticsLinks: Operations = {
  'share statistics': {
    async prepare(world) {
      const { contexts, lists, accountId } = world;
      const [list] = lists;
      const caller = callerOf(world);
      await shareStatistics(contexts[0], caller, list).catch(refusalOnly);
      const [link] = await listStatisticsLinks(contexts[0].sql, { accountId, waitlistId: list });
      return [
        () => shareStatistics(contexts[0], caller, list).then(() => undefined, refused),
        () =>
          revokeStatisticsLink(contexts[1], caller, list, link?.id ?? list).then(() => undefined, refused),
      ];
    },
  },
};
