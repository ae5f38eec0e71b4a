import type { EmailTemplate } from './default-template.ts';
import { emailFrame } from './email-frame.ts';

/** The mail that asks a new signup to confirm the address, where a waitlist has no template of its own (N3). */
export const confirmTemplate: EmailTemplate = {
  subject: 'Confirm your place on the {{waitlist_name}} waitlist',
  html: emailFrame({
    title: `Confirm your email address`,
    rows: `<tr><td style="padding:32px">
<h1 style="margin:0;font-size:22px;line-height:30px">Confirm your email address</h1>
<p style="margin:12px 0 0;font-size:16px;line-height:24px">Somebody signed up for the waitlist of <strong>{{waitlist_name}}</strong> with {{email}}. If that was you, please confirm it.</p>
<p style="margin:24px 0 0"><a href="{{confirm.url}}" style="display:inline-block;padding:12px 24px;background:#18181b;border-radius:8px;font-size:16px;line-height:24px;font-weight:600;color:#ffffff;text-decoration:none">Confirm</a></p>
</td></tr>`,
    footer: `If it was not you, you can ignore this email.`,
  }),
};
