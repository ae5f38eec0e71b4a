import type { MailedLinks } from '../../mail/design/default-template.ts';
import { type DesignedTemplate, designTemplate, email, list } from '../../mail/design/designed-template.ts';
import { footers } from '../../mail/design/footers.ts';
import type { MailLook } from '../../mail/design/mail-look.ts';
import type { Locale } from '../../platform/language/locales.ts';

const templateWith = (shown: 'link' | 'position') =>
  designTemplate(footers.notYouOrUnsubscribe, (say) => ({
    subject: say('mail.statusSubject', { list }),
    headline: say('mail.statusHeadline'),
    text: say('mail.statusText', { list, email }),
    ...(shown === 'link'
      ? { button_text: say('mail.statusButton'), button_target: 'status' }
      : { show_position: true }),
  }));

const withLink = templateWith('link');
const withPosition = templateWith('position');

/** The mail to a person who uses a form again, where a waitlist has no template of its own (N6). */
export const statusTemplateOf = (
  { hasStatusPage }: Pick<MailedLinks, 'hasStatusPage'>,
  locale: Locale,
  look: MailLook,
): DesignedTemplate => (hasStatusPage ? withLink : withPosition)(locale, look);
