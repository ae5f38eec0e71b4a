import type { EmailTemplate, MailedLinks } from '../email/templates/default-template.ts';
import { emailFrame } from '../email/templates/email-frame.ts';

const templateWith = (place: string): EmailTemplate => ({
  subject: 'Your place on the {{waitlist_name}} waitlist',
  html: emailFrame({
    title: 'You are on the list already',
    rows: `<tr><td style="padding:32px">
<h1 style="margin:0;font-size:22px;line-height:30px">You are on the list already</h1>
<p style="margin:12px 0 0;font-size:16px;line-height:24px">Somebody signed up for the waitlist of <strong>{{waitlist_name}}</strong> with {{email}}, which is on it. Your place is unchanged.</p>
${place}
</td></tr>`,
    footer: `If it was not you, you can ignore this email. <a href="{{links.unsubscribe}}" style="color:#71717a">Unsubscribe</a>`,
  }),
});

const withLink = templateWith(
  `<p style="margin:24px 0 0"><a href="{{links.status}}" style="display:inline-block;padding:12px 24px;background:#18181b;border-radius:8px;font-size:16px;line-height:24px;font-weight:600;color:#ffffff;text-decoration:none">See your place</a></p>`,
);
const withPosition = templateWith(
  `<p style="margin:12px 0 0;font-size:16px;line-height:24px">Your position: <strong>#{{position}}</strong></p>`,
);

/** The mail to a person who uses a form again, where a waitlist has no template of its own (N6). */
export const statusTemplateOf = ({ hasStatusPage }: Pick<MailedLinks, 'hasStatusPage'>): EmailTemplate =>
  hasStatusPage ? withLink : withPosition;
