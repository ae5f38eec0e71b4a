import { z } from 'zod';
import { footers } from '../../mail/design/footers.ts';
import { deleteInBatches } from '../../platform/maintenance.ts';
import { noFacts } from '../../platform/queue/jobs.ts';
import type { Plug } from '../plug.ts';
import { fireInvitationEvents } from './invitation-events.ts';
import { expireDue } from './invitations/end-invitations.ts';
import { markInvitationsSent } from './invitations/mail-queries.ts';
import { purgeInvitations, revokeInvitationsOf } from './invitations/queries.ts';
import { InvitationOfSignup, InvitationState, invitationStateTexts } from './invitations/schema.ts';
import { inviteKeyOf } from './invitations/token.ts';
import {
  hideToken,
  type InvitationStop,
  type InviteLink,
  invitationStopTexts,
  type MailedInvitation,
  sampleInviteLink,
  showToken,
  stopOf,
  toInviteLink,
} from './invite-mail.ts';
import { inviteTemplate } from './invite-template.ts';
import {
  hasInvitations,
  invitationOf,
  listInvitationStates,
  wasInvited,
} from './of-signup/include-queries.ts';
import { renewForAddress } from './of-signup/renew-for-address.ts';
import { readStatusInvitation } from './of-signup/status-invitation.ts';
import { listReleases } from './of-signup/timeline.ts';
import { personOfRelease } from './person/part.ts';
import { InvitationSettings, InvitationsPatch, invitationsText } from './settings.ts';
import { deleteStaleParts, deleteWavesOf, hasLaunched } from './waves/queries.ts';

const StatusInvitation = InvitationState.nullable().describe(
  'What became of the newest invitation: `converted` also without one. Null: there is none.',
);

const InvitationFilter = z
  .enum(['none', 'ever', ...InvitationState.options])
  .describe(
    'Only people whose newest invitation is in this state: `converted` also without one. `none`: there is none. `ever`: they were invited, whatever came of it.',
  );

const StatusInvitationUrl = z
  .string()
  .nullable()
  .describe(
    'The link of an open invitation, for this person alone. Null unless the settings show it (`invitations.show_link`).',
  );

declare module '../../platform/queue/jobs.ts' {
  interface Jobs {
    'select-wave': typeof noFacts;
    'send-wave': typeof noFacts;
    'cancel-wave': typeof noFacts;
  }
}

declare module '../../mail/parts.ts' {
  interface MailKinds {
    invite: 'template';
  }
  interface MailFacts {
    /** Of a mail of the kind `invite`: null if the invitation has a newer one, or is gone. */
    readonly invitation: MailedInvitation | null;
  }
  interface MailStops extends Readonly<Record<InvitationStop, true>> {}
}

declare module '../../list/parts.ts' {
  interface SettingsPatches {
    invitations: z.infer<typeof InvitationsPatch>;
  }
  interface WaitlistSettings {
    invitations: InvitationSettings;
  }
  interface PeopleFilters {
    invitation_state: z.infer<typeof InvitationFilter>;
  }
  interface StatusFacts {
    invitation_state: z.infer<typeof StatusInvitation>;
    invitation_url: z.infer<typeof StatusInvitationUrl>;
  }
}

const toValues = (link: InviteLink | null) => ({
  'invite.url': link?.url ?? null,
  'invite.expires_at': link?.expiresAt ?? null,
});

export const release = {
  jobs: { 'select-wave': noFacts, 'send-wave': noFacts, 'cancel-wave': noFacts },
  mail: {
    kinds: {
      invite: {
        defaultTemplate: (_, locale, look) => inviteTemplate(locale, look),
        footer: footers.onList,
        offersUnsubscribe: true,
        needs: 'invite.url',
        placeholders: {
          'invite.url': 'Link to your page with the token of the invitation; the template must hold it',
          'invite.expires_at': 'Until when the link is valid, in UTC',
        },
        values: (signer, { account_id, invitation, settings }, language) =>
          toValues(toInviteLink(inviteKeyOf(signer), account_id, invitation, settings, language)),
        sampleValues: (_signer, _nobody, settings, language) =>
          toValues(sampleInviteLink(settings, language)),
        stopOf: ({ invitation, settings }) => stopOf(invitation, settings),
        stopTexts: invitationStopTexts,
        hide: (mail, signer, { account_id, invitation }) =>
          hideToken(mail, inviteKeyOf(signer), account_id, invitation),
        show: (mail, signer, accountId) => showToken(mail, inviteKeyOf(signer), accountId),
        isOfAddress: true,
      },
    },
    // Its time begins when its first mail leaves.
    facts: (tx) => tx`
      (SELECT json_build_object(
                'id', id, 'generation', generation, 'state', state,
                'expires_at', CASE WHEN sent_at IS NULL THEN clock_timestamp() + make_interval(days => valid_days) ELSE expires_at END,
                'is_expired', sent_at IS NOT NULL AND expires_at <= clock_timestamp())
       FROM invitations
       WHERE m.kind = 'invite' AND account_id = m.account_id AND signup_id = m.signup_id AND valid_days > 0 AND mail_id = m.id LIMIT 1) AS invitation`,
    async onFinished(tx, mails) {
      const left = mails.filter(({ kind, isSent }) => kind === 'invite' && isSent);
      if (left.length === 0) return [];
      return fireInvitationEvents(tx, 'invitation.sent', await markInvitationsSent(tx, left));
    },
  },
  list: {
    settings: {
      invitations: {
        whole: InvitationSettings.prefault({}).describe(invitationsText),
        patch: InvitationsPatch.nullish().describe(invitationsText),
      },
    },
    filters: {
      invitation_state: {
        schema: InvitationFilter,
        condition: (sql, accountId, state) =>
          state === 'ever'
            ? wasInvited(sql, accountId)
            : sql`coalesce((SELECT invited.state FROM ${invitationOf(sql, accountId)}), 'none') = ${state}`,
      },
    },
    timeline: listReleases,
    columns: {
      invitation: {
        label: 'Invitation',
        shape: 'state',
        isExported: true,
        isShownAtFirst: hasLaunched,
        async read(sql, accountId, ids) {
          const states = await listInvitationStates(sql, accountId, ids);
          return new Map(
            states.flatMap(({ signup_id: id, state }) => (state ? [[id, invitationStateTexts[state]]] : [])),
          );
        },
      },
    },
    correction: { afterCounts: renewForAddress },
    removal: { afterCounts: (tx, { signups }) => revokeInvitationsOf(tx, signups) },
    traces: {
      invited: { label: 'Were invited', condition: wasInvited },
      converted: {
        label: 'Became users',
        condition: (sql, accountId, since) =>
          sql`EXISTS (SELECT FROM conversions WHERE account_id = ${accountId} AND signup_id = s.id AND converted_at >= ${since})`,
      },
    },
    purge: { rows: purgeInvitations, beforeLock: deleteWavesOf },
    exported: {
      isUsed: hasInvitations,
      join: (sql, accountId) => sql`LEFT JOIN ${invitationOf(sql, accountId)} ON true`,
      columns: {
        invitation_state: { type: 'word', value: (sql) => sql`invited.state` },
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
      shape: { invitation_state: StatusInvitation, invitation_url: StatusInvitationUrl },
      read: readStatusInvitation,
    },
  },
  person: personOfRelease,
  maintenance: [
    {
      everyMs: 10_000,
      run: (ctx) => expireDue(ctx, ctx.stopping),
      failing: 'invitations whose time is over cannot be marked',
      recovered: 'invitations whose time is over are marked again',
    },
    // 24 hours after a draft it can no longer be launched (N5).
    {
      everyMs: 60_000,
      run: (ctx) => deleteInBatches(ctx, deleteStaleParts),
      failing: 'the members of old drafts cannot be deleted',
      recovered: 'the members of old drafts are deleted again',
    },
  ],
} satisfies Plug;
