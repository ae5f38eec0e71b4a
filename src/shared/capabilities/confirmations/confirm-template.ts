import { designTemplate } from '../../mail/design/designed-template.ts';
import { footers } from '../../mail/design/footers.ts';

/**
 * The mail that asks a new signup to confirm the address, where a waitlist has no template of its own (N3).
 */
export const confirmTemplate = designTemplate(
  footers.notYou,
  'Confirm your place on the {{waitlist_name}} waitlist',
  {
    headline: 'Confirm your email address',
    text: 'Somebody signed up for the waitlist of {{waitlist_name}} with {{email}}. If that was you, please confirm it.',
    button_text: 'Confirm',
    button_target: 'confirm',
  },
);
