import type { LinkKind, LinkRow } from '../../account/users/links/queries.ts';
import type { Context } from '../context.ts';
import type { RenderedEmail } from '../design/rendered-email.ts';
import { renderEmail } from '../templates/render-email.ts';

/** Styles are inline: mail programs drop any others. */
const html = (heading: string, text: string, button: string, ending: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${heading}</title>
</head>
<body style="margin:0;padding:24px 16px;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Helvetica,Arial,sans-serif;font-size:16px;line-height:24px">
<h1 style="margin:0;font-size:20px;line-height:28px">${heading}</h1>
<p style="margin:16px 0 0">${text}</p>
<p style="margin:16px 0 0"><a href="{{url}}">${button}</a></p>
<p style="margin:24px 0 0;font-size:13px;line-height:20px;color:#71717a">${ending}</p>
</body>
</html>
`;

const templates: Readonly<Record<LinkKind, { path: string; subject: string; html: string }>> = {
  invite: {
    path: '/dashboard/invitation',
    subject: 'You are invited to {{account}}',
    html: html(
      'You are invited to {{account}}',
      'You can manage its waitlists in the dashboard. {{begin}}',
      'Accept the invitation',
      'The link works once, within 7 days. If you know nothing of it, do nothing.',
    ),
  },
  reset: {
    path: '/dashboard/new-password',
    subject: 'Set a new password for {{account}}',
    html: html(
      'Set a new password for {{account}}',
      'Somebody asked for a new password for {{email}} in the account {{account}}. It ends all of your sessions there.',
      'Set a new password',
      'The link works once, within an hour. If it was not you, do nothing: your password stays.',
    ),
  },
};

/** The mail with the link of this token. */
export function renderLinkEmail(
  { baseUrl, hasPasswords }: Pick<Context['config'], 'baseUrl' | 'hasPasswords'>,
  kind: LinkKind,
  { account_name: account, email }: Pick<LinkRow, 'account_name' | 'email'>,
  token: string,
): RenderedEmail {
  const { path, ...template } = templates[kind];
  const begin = hasPasswords
    ? 'Choose a password to begin.'
    : `To begin, sign in with single sign-on as ${email}.`;
  const variables = { account, email, begin, url: `${baseUrl}${path}?token=${token}` };
  return renderEmail(template, {}, variables, template.subject);
}
