import type { Plug } from '../plug.ts';
import {
  clearSomeClaims,
  deleteClaimCount,
  deleteClaimsOf,
  purgeClaims,
} from './claims/removal-queries.ts';
import './jobs.ts';

export const trust: Plug = {
  list: {
    removal: { of: deleteClaimsOf, clear: clearSomeClaims, forget: deleteClaimCount },
    purge: { rows: purgeClaims },
  },
};
