import type { z } from 'zod';
import type { Plug } from '../plug.ts';
import { hasInvitations, invitationOf, listInvitationStates } from './include-queries.ts';
import { purgeInvitations, revokeInvitationsOf } from './invitations/queries.ts';
import { InvitationOfSignup, InvitationState } from './invitations/schema.ts';
import './jobs.ts';
import { InvitationSettings, InvitationsPatch, invitationsText } from './settings.ts';
import { deleteWavesOf } from './waves/queries.ts';

const StatusInvitation = InvitationState.nullable().describe(
  'What became of the newest invitation: `converted` also without one. Null: there is none.',
);

declare module '../../list/parts.ts' {
  interface SettingsPatches {
    invitations: z.infer<typeof InvitationsPatch>;
  }
  interface WaitlistSettings {
    invitations: InvitationSettings;
  }
  interface StatusFacts {
    invitation_state: z.infer<typeof StatusInvitation>;
  }
}

export const release: Plug = {
  list: {
    settings: {
      invitations: {
        whole: InvitationSettings.prefault({}).describe(invitationsText),
        patch: InvitationsPatch.nullish().describe(invitationsText),
      },
    },
    removal: { of: (tx, { signups }) => revokeInvitationsOf(tx, signups) },
    purge: { rows: purgeInvitations, beforeLock: deleteWavesOf },
    exported: {
      isUsed: hasInvitations,
      join: (sql, accountId) => sql`LEFT JOIN ${invitationOf(sql, accountId)} ON true`,
      columns: {
        invitation_state: { type: 'text', value: (sql) => sql`invited.state` },
        invited_at: { type: 'time', value: (sql) => sql`invited.invited_at` },
        converted_at: { type: 'time', value: (sql) => sql`invited.converted_at` },
      },
    },
    details: {
      invitation: {
        schema: InvitationOfSignup.nullable().describe(
          'Its newest invitation, or its conversion without one; null if there is neither. Only with `include=invitation`.',
        ),
        async read(sql, accountId, ids) {
          const rows = await listInvitationStates(sql, accountId, ids);
          return new Map(rows.map(({ signup_id, ...state }) => [signup_id, state]));
        },
      },
    },
    status: {
      shape: { invitation_state: StatusInvitation },
      async read(sql, { accountId, id }) {
        const [invitation] = await listInvitationStates(sql, accountId, [id]);
        return { invitation_state: invitation?.state ?? null };
      },
    },
  },
};
