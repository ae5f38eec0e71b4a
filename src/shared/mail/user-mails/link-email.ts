import type { LinkKind, LinkRow } from '../../account/users/links/queries.ts';
import type { Context } from '../context.ts';
import type { RenderedEmail } from '../design/rendered-email.ts';
import { renderEmail } from '../templates/render-email.ts';
import { userMail } from './user-mail.ts';

const templates: Readonly<Record<LinkKind, { path: string; subject: string; html: string }>> = {
  invite: {
    path: '/dashboard/invitation',
    subject: 'You are invited to {{account}}',
    html: userMail({
      heading: 'You are invited to {{account}}',
      paragraphs: ['You can manage its waitlists in the dashboard. {{begin}}'],
      link: 'Accept the invitation',
      ending: 'The link works once, within 7 days. If you know nothing of it, do nothing.',
    }),
  },
  reset: {
    path: '/dashboard/new-password',
    subject: 'Set a new password for {{account}}',
    html: userMail({
      heading: 'Set a new password for {{account}}',
      paragraphs: [
        'Somebody asked for a new password for {{email}} in the account {{account}}. It ends all of your sessions there.',
      ],
      link: 'Set a new password',
      ending: 'The link works once, within an hour. If it was not you, do nothing: your password stays.',
    }),
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
