/** The template of a signup email: a subject and an HTML body with placeholders (§2.6). */
export interface EmailTemplate {
  readonly subject: string;
  readonly html: string;
}

/**
 * The template of a waitlist without one of its own (C6.1). Styles are inline: mail programs drop any others.
 */
export const defaultTemplate: EmailTemplate = {
  subject: 'You’re #{{position}} on the {{waitlist_name}} waitlist',
  html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>You’re on the list</title>
</head>
<body style="margin:0;padding:0;background:#f4f4f5">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f4f5"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px;background:#ffffff;border:1px solid #e4e4e7;border-radius:12px;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Helvetica,Arial,sans-serif;color:#18181b">
<tr><td style="padding:32px 32px 8px">
<h1 style="margin:0;font-size:22px;line-height:30px">You’re on the list</h1>
<p style="margin:12px 0 0;font-size:16px;line-height:24px">Thanks for joining the waitlist for <strong>{{waitlist_name}}</strong>. Your place is saved.</p>
</td></tr>
<tr><td style="padding:24px 32px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f4f5;border-radius:8px"><tr><td align="center" style="padding:20px">
<p style="margin:0;font-size:13px;line-height:20px;color:#52525b">Your position</p>
<p style="margin:4px 0;font-size:36px;line-height:44px;font-weight:700">#{{position}}</p>
<p style="margin:0;font-size:13px;line-height:20px;color:#52525b">of {{total}}</p>
</td></tr></table>
</td></tr>
<tr><td style="padding:0 32px 32px">
<p style="margin:0;font-size:16px;line-height:24px">Know someone who would like it too? Share your referral code:</p>
<p style="margin:12px 0 0;font-size:20px;line-height:28px;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace"><strong>{{referral_code}}</strong></p>
</td></tr>
</table>
<p style="max-width:480px;margin:16px auto 0;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Helvetica,Arial,sans-serif;font-size:12px;line-height:18px;color:#71717a">You get this email because {{email}} was added to this waitlist. If that was not you, you can ignore it.</p>
</td></tr></table>
</body>
</html>
`,
};
