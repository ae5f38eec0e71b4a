import type { MailedLinks } from '../../mail/design/default-template.ts';
import { type DesignedTemplate, designTemplate } from '../../mail/design/designed-template.ts';
import { footers } from '../../mail/design/footers.ts';

const templateWith = (place: { button_text: string; button_target: 'status' } | { show_position: true }) =>
  designTemplate(footers.notYouOrUnsubscribe, 'Your place on the {{waitlist_name}} waitlist', {
    headline: 'You are on the list already',
    text: 'Somebody signed up for the waitlist of {{waitlist_name}} with {{email}}, which is on it. Your place is unchanged.',
    ...place,
  });

const withLink = templateWith({ button_text: 'See your place', button_target: 'status' });
const withPosition = templateWith({ show_position: true });

/** The mail to a person who uses a form again, where a waitlist has no template of its own (N6). */
export const statusTemplateOf = ({ hasStatusPage }: Pick<MailedLinks, 'hasStatusPage'>): DesignedTemplate =>
  hasStatusPage ? withLink : withPosition;
