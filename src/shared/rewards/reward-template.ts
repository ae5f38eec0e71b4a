import type { EmailTemplate } from '../email/templates/default-template.ts';
import { emailFrame } from '../email/templates/email-frame.ts';

/** What the editor of the mail about a reward begins with (N5). It is not sent until a waitlist makes it its own. */
export const rewardTemplate: EmailTemplate = {
  subject: 'You’ve earned a reward on the {{waitlist_name}} waitlist',
  html: emailFrame({
    title: `You’ve earned a reward`,
    rows: `<tr><td style="padding:32px">
<h1 style="margin:0;font-size:22px;line-height:30px">You’ve earned a reward</h1>
<p style="margin:12px 0 0;font-size:16px;line-height:24px">{{reward.at}} of your referrals have joined the waitlist for <strong>{{waitlist_name}}</strong>. Your reward: <strong>{{reward.key}}</strong>.</p>
</td></tr>`,
    footer: `You get this email because {{email}} is on this waitlist. <a href="{{links.unsubscribe}}" style="color:#71717a">Unsubscribe</a>`,
  }),
};
