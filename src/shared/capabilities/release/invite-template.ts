import { designTemplate } from '../../mail/templates/design/designed-template.ts';

/** The mail that invites a person, where a waitlist has no template of its own (N5). */
export const inviteTemplate = designTemplate('invite', 'You’re invited to {{waitlist_name}}', {
  headline: 'You’re invited',
  text: `Thanks for waiting: it’s your turn to try {{waitlist_name}}. The link below is for you alone.

It is valid until {{invite.expires_at}}.`,
  button_text: 'Get started',
  button_target: 'invite',
});
