import type { DesignedTemplate } from './design/designed-template.ts';
import type { EmailDesign } from './design/email-design.ts';
import { footers } from './design/footers.ts';
import { emailFrame } from './email-frame.ts';

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

/** Styles are inline: mail programs drop any others. */
const templateWith = (share: string, design: EmailDesign): DesignedTemplate => ({
  subject: 'You’re #{{position}} on the {{waitlist_name}} waitlist',
  html: emailFrame({
    title: `You’re on the list`,
    rows: `<tr><td style="padding:32px 32px 8px">
<h1 style="margin:0;font-size:22px;line-height:30px">You’re on the list</h1>
<p style="margin:12px 0 0;font-size:16px;line-height:24px">Thanks for joining the waitlist for <strong>{{waitlist_name}}</strong>. Your place is saved.</p>
</td></tr>
<tr><td style="padding:24px 32px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f4f5;border-radius:8px"><tr><td align="center" style="padding:20px">
<p style="margin:0;font-size:13px;line-height:20px;color:#52525b">Your position</p>
<p style="margin:4px 0 0;font-size:36px;line-height:44px;font-weight:700">#{{position}}</p>
</td></tr></table>
</td></tr>
<tr><td style="padding:0 32px 32px">
${share}
</td></tr>`,
    footer: footers.signup,
  }),
  design,
});

const code =
  '<p style="margin:12px 0 0;font-size:20px;line-height:28px;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace"><strong>{{referral_code}}</strong></p>';

/** What the simple editor begins with is about the same. */
const designWith = (share: string) => ({
  color: '#18181b',
  headline: 'You’re on the list',
  text: `Thanks for joining the waitlist for {{waitlist_name}}. Your place is saved.

Know someone who would like it too? Share your ${share}.`,
  show_position: true,
});

const withCode = templateWith(
  `<p style="margin:0;font-size:16px;line-height:24px">Know someone who would like it too? Share your referral code:</p>
${code}`,
  { ...designWith('referral code'), show_code: true, button_target: 'url' },
);

const withLink = templateWith(
  `<p style="margin:0;font-size:16px;line-height:24px">Know someone who would like it too? Share your own link:</p>
<p style="margin:16px 0 0"><a href="{{links.referral}}" style="display:inline-block;padding:12px 24px;background:#18181b;border-radius:8px;font-size:16px;line-height:24px;font-weight:600;color:#ffffff;text-decoration:none">Your referral link</a></p>
<p style="margin:16px 0 0;font-size:16px;line-height:24px">Or share your referral code:</p>
${code}`,
  {
    ...designWith('own link'),
    show_code: false,
    button_text: 'Your referral link',
    button_target: 'referral',
  },
);

/**
 * The template of a waitlist without one of its own (C6.1): with a button where people have a referral link.
 */
export const defaultTemplateOf = ({
  hasReferralLink,
}: Pick<MailedLinks, 'hasReferralLink'>): DesignedTemplate => (hasReferralLink ? withLink : withCode);
