import { designTemplate, list } from '../../mail/design/designed-template.ts';
import { footers } from '../../mail/design/footers.ts';

/** The mail that invites a person, where a waitlist has no template of its own (N5). */
export const inviteTemplate = designTemplate(footers.onList, (say) => ({
  subject: say('mail.inviteSubject', { list }),
  headline: say('mail.inviteHeadline'),
  text: `${say('mail.inviteText', { list })}

${say('mail.inviteUntil', { until: '{{invite.expires_at}}' })}`,
  button_text: say('mail.inviteButton'),
  button_target: 'invite',
}));
