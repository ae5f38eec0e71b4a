import type { RenderedEmail } from '../../mail/design/rendered-email.ts';
import { renderEmail } from '../../mail/templates/render-email.ts';
import type { NoticeText } from './notice-text.ts';

/** Styles are inline: mail programs drop any others. The texts are placeholders, so that they are escaped. */
const html = (lines: number) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{{heading}}</title>
</head>
<body style="margin:0;padding:24px 16px;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Helvetica,Arial,sans-serif;font-size:16px;line-height:24px">
<h1 style="margin:0;font-size:20px;line-height:28px">{{heading}}</h1>
${Array.from({ length: lines }, (_, n) => `<p style="margin:16px 0 0">{{line_${n}}}</p>`).join('\n')}
<p style="margin:16px 0 0"><a href="{{url}}">{{url}}</a></p>
<p style="margin:24px 0 0;font-size:13px;line-height:20px;color:#71717a">You get this email because you are a user of this account. Choose in your profile which ones you get: {{profile}}</p>
</body>
</html>
`;

/** The mail of a notice. `baseUrl` is the address of the service. */
export function renderNotice({ subject, heading, lines, url }: NoticeText, baseUrl: string): RenderedEmail {
  const variables = {
    subject,
    heading,
    url,
    profile: `${baseUrl}/dashboard/profile`,
    ...Object.fromEntries(lines.map((line, n) => [`line_${n}`, line])),
  };
  return renderEmail({ subject: '{{subject}}', html: html(lines.length) }, {}, variables, '{{heading}}');
}
