import type { RenderedEmail } from '../../mail/design/rendered-email.ts';
import { renderEmail } from '../../mail/templates/render-email.ts';
import { userMail } from '../../mail/user-mails/user-mail.ts';
import type { NoticeText } from './notice-text.ts';

/** The texts are placeholders, so that they are escaped. */
const html = (lines: number) =>
  userMail({
    heading: '{{heading}}',
    paragraphs: Array.from({ length: lines }, (_, n) => `{{line_${n}}}`),
    link: '{{url}}',
    ending:
      'You get this email because you are a user of this account. Choose in your profile which ones you get: {{profile}}',
  });

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
