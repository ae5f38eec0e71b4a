import type { Plug } from '../plug.ts';
import { deleteSegmentsOf, findSegment } from './queries.ts';
import { scrubSegments } from './scrub-segments.ts';

export const segments = {
  list: {
    segment: async (sql, list, id) => (await findSegment(sql, list, id))?.filter,
    purge: { withLock: deleteSegmentsOf },
  },
  person: { scrub: scrubSegments },
} satisfies Plug;
