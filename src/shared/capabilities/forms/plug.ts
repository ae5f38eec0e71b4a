import type { Plug } from '../plug.ts';
import { deleteFormOf } from './queries.ts';

export const forms: Plug = {
  list: { purge: { withLock: deleteFormOf } },
};
