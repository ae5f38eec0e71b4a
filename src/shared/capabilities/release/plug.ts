import type { Plug } from '../plug.ts';
import { purgeInvitations, revokeInvitationsOf } from './invitations/queries.ts';
import { deleteWavesOf } from './waves/queries.ts';
import './jobs.ts';

export const release: Plug = {
  list: {
    removal: { of: (tx, { signups }) => revokeInvitationsOf(tx, signups) },
    purge: { rows: purgeInvitations, beforeLock: deleteWavesOf },
  },
};
