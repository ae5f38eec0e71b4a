import { createSegment } from '../../../../src/shared/capabilities/segments/change-segments.ts';
import { callerOf, refusalOnly } from '../callers.ts';
import type { Operations } from '../world.ts';

export const segments: Operations = {
  'change segments': {
    async prepare(world) {
      const { contexts, lists, call } = world;
      const [list] = lists;
      const path = `/v1/waitlists/${list}/segments`;
      const input = { name: 'Friends', filter: { utm_source: 'ads' } };
      const made = await createSegment(contexts[0], callerOf(world), list, input).catch(refusalOnly);
      const id = made?.id ?? '';
      return [
        () => call('POST', path, input),
        () => call('PATCH', `${path}/${id}`, { name: 'Others', filter: {} }),
        () => call('DELETE', `${path}/${id}`),
      ];
    },
  },
};
