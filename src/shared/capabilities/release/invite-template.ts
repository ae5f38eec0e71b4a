import { designTemplate } from '../../mail/design/designed-template.ts';
import { footers } from '../../mail/design/footers.ts';

/** The mail that invites a person, where a waitlist has no template of its own (N5). */
export const inviteTemplate = designTemplate(footers.onList, 'You’re invited to {{waitlist_name}}', {
  headline: 'You’re invited',
  text: `Thanks for waiting: it’s your turn to try {{waitlist_name}}. The link below is for you alone.

It is valid until {{invite.expires_at}}.`,
  button_text: 'Get started',
  button_target: 'invite',
});
