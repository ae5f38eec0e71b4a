import type { Locale } from '../../platform/language/locales.ts';
import { type DesignedTemplate, designTemplate, list } from './designed-template.ts';
import { footers } from './footers.ts';
import type { MailLook } from './mail-look.ts';

/** The template of a signup email: a subject and an HTML body with placeholders (§2.6). */
export interface EmailTemplate {
  readonly subject: string;
  readonly html: string;
}

/** A template of a waitlist's own, in one version. */
export interface OwnTemplate extends EmailTemplate {
  /** The language that the version is for, as a language tag; empty: for all that have no version. */
  readonly locale: string;
}

/** The links that mails of a waitlist can hold. */
export interface MailedLinks {
  readonly hasReferralLink: boolean;
  readonly hasStatusPage: boolean;
}

const templateWith = (shared: 'code' | 'link') =>
  designTemplate(footers.toNewSignup, (say) => ({
    subject: say('mail.signupSubject', { place: '{{position}}', list }),
    headline: say('mail.signupHeadline'),
    text: `${say('mail.signupText', { list })}

${say(shared === 'code' ? 'mail.signupShareCode' : 'mail.signupShareLink')}`,
    show_position: true,
    show_code: true,
    ...(shared === 'link' && { button_text: say('mail.signupButton'), button_target: 'referral' }),
  }));

const withCode = templateWith('code');
const withLink = templateWith('link');

/**
 * The template of a waitlist without one of its own (C6.1): with a button where people have a referral link.
 */
export const defaultTemplateOf = (
  { hasReferralLink }: Pick<MailedLinks, 'hasReferralLink'>,
  locale: Locale,
  look?: MailLook,
): DesignedTemplate => (hasReferralLink ? withLink : withCode)(locale, look);
