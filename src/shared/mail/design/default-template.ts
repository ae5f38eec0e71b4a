import { type DesignedTemplate, designTemplate } from './designed-template.ts';
import { footers } from './footers.ts';

/** The template of a signup email: a subject and an HTML body with placeholders (§2.6). */
export interface EmailTemplate {
  readonly subject: string;
  readonly html: string;
}

/** The links that mails of a waitlist can hold. */
export interface MailedLinks {
  readonly hasReferralLink: boolean;
  readonly hasStatusPage: boolean;
}

const subject = 'You’re #{{position}} on the {{waitlist_name}} waitlist';

const designWith = (share: string) => ({
  headline: 'You’re on the list',
  text: `Thanks for joining the waitlist for {{waitlist_name}}. Your place is saved.

Know someone who would like it too? Share your ${share}.`,
  show_position: true,
  show_code: true,
});

const withCode = designTemplate(footers.toNewSignup, subject, designWith('referral code'));

const withLink = designTemplate(footers.toNewSignup, subject, {
  ...designWith('own link'),
  button_text: 'Your referral link',
  button_target: 'referral',
});

/**
 * The template of a waitlist without one of its own (C6.1): with a button where people have a referral link.
 */
export const defaultTemplateOf = ({
  hasReferralLink,
}: Pick<MailedLinks, 'hasReferralLink'>): DesignedTemplate => (hasReferralLink ? withLink : withCode);
