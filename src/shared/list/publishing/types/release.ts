import { z } from 'zod';
import { type ChatColor, eventType, IsoTime, Metadata, signupFields, Uuid } from './event-type.ts';

const Invitation = z.object({
  ...signupFields,
  metadata: Metadata,
  created_at: IsoTime.describe('The time of the signup.'),
  invitation_id: Uuid.nullable().describe(
    'The id of the invitation; null for a conversion without an invitation.',
  ),
  wave_id: Uuid.nullable().describe('The id of its wave; null if it was of none.'),
  occurred_at: IsoTime.describe('When it happened.'),
});

const invitationEvent = (
  id: string,
  summary: string,
  description: string,
  chat: { title: string; color: ChatColor },
) => eventType({ ...{ id, summary, description }, data: Invitation, at: 'occurred_at', chat });

export const releaseEvents = {
  'invitation.sent': invitationEvent(
    'InvitationSent',
    'An invitation was sent',
    'Its mail left; or its link was made, where you deliver links yourself. Published once.',
    { title: 'Invitation sent', color: 'blue' },
  ),
  'invitation.converted': invitationEvent(
    'InvitationConverted',
    'A person became a user',
    'With an invitation or without. Published once.',
    { title: 'Became a user', color: 'green' },
  ),
  'invitation.expired': invitationEvent(
    'InvitationExpired',
    'An invitation expired',
    'Published within a minute after its last moment.',
    { title: 'Invitation expired', color: 'yellow' },
  ),
  'invitation.declined': invitationEvent(
    'InvitationDeclined',
    'An invitation was declined',
    'Your own page said so. Published once.',
    { title: 'Invitation declined', color: 'orange' },
  ),
};
