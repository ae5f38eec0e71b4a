import type { EmailTemplate } from '../email/templates/default-template.ts';
import { emailFrame } from '../email/templates/email-frame.ts';

/** The mail that invites a person, where a waitlist has no template of its own (N5). */
export const inviteTemplate: EmailTemplate = {
  subject: 'You’re invited to {{waitlist_name}}',
  html: emailFrame({
    title: `You’re invited`,
    rows: `<tr><td style="padding:32px">
<h1 style="margin:0;font-size:22px;line-height:30px">You’re invited</h1>
<p style="margin:12px 0 0;font-size:16px;line-height:24px">Thanks for waiting: it’s your turn to try <strong>{{waitlist_name}}</strong>. The link below is for you alone.</p>
<p style="margin:24px 0 0"><a href="{{invite.url}}" style="display:inline-block;padding:12px 24px;background:#18181b;border-radius:8px;font-size:16px;line-height:24px;font-weight:600;color:#ffffff;text-decoration:none">Get started</a></p>
<p style="margin:24px 0 0;font-size:13px;line-height:20px;color:#52525b">The link is valid until {{invite.expires_at}}.</p>
</td></tr>`,
    footer: `You get this email because {{email}} is on this waitlist. <a href="{{links.unsubscribe}}" style="color:#71717a">Unsubscribe</a>`,
  }),
};
