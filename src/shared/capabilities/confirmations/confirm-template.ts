import { designTemplate, email, list } from '../../mail/design/designed-template.ts';
import { footers } from '../../mail/design/footers.ts';

/**
 * The mail that asks a new signup to confirm the address, where a waitlist has no template of its own (N3).
 */
export const confirmTemplate = designTemplate(footers.notYou, (say) => ({
  subject: say('mail.confirmSubject', { list }),
  headline: say('mail.confirmHeadline'),
  text: say('mail.confirmText', { list, email }),
  button_text: say('mail.confirmButton'),
  button_target: 'confirm',
}));
