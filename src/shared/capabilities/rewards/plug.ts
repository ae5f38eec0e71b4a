import type { Plug } from '../plug.ts';
import { deletePassesOf } from './pass-queries.ts';
import { deleteRewardsOf } from './queries.ts';
import './jobs.ts';

export const rewards: Plug = {
  list: {
    removal: { of: (tx, { signups }) => deleteRewardsOf(tx, signups) },
    purge: { ofSignups: deleteRewardsOf, withLock: deletePassesOf },
  },
};
