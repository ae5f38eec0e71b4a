import type { Plug } from '../plug.ts';
import { deleteLinksOf } from './queries.ts';

/** Links go with their waitlist, and keep nothing of the people on it. */
export const statisticsLinks = {
  list: {
    purge: { withLock: deleteLinksOf },
  },
  person: null,
} satisfies Plug;
