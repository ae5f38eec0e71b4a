import type { Notice } from '../../queue/jobs.ts';
import { type RenderedEmail, renderEmail } from '../templates/render-email.ts';

/** Styles are inline: mail programs drop any others. */
const html = (heading: string, ending: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${heading}</title>
</head>
<body style="margin:0;padding:24px 16px;font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Helvetica,Arial,sans-serif;font-size:16px;line-height:24px">
<h1 style="margin:0;font-size:20px;line-height:28px">${heading}</h1>
<p style="margin:16px 0 0">The last error: {{reason}}</p>
<p style="margin:16px 0 0">${ending}</p>
<p style="margin:16px 0 0"><a href="{{url}}">{{url}}</a></p>
<p style="margin:24px 0 0;font-size:13px;line-height:20px;color:#71717a">You get this email because you are a user of this account.</p>
</body>
</html>
`;

const templates: Readonly<Record<Notice['about'], { subject: string; html: string }>> = {
  integration_failing: {
    subject: 'Deliveries to {{integration}} are failing',
    html: html(
      'Deliveries to {{integration}} have failed since {{since}}',
      'We keep trying. If nothing gets through for 5 days, the integration is paused. This page shows each attempt with the answer:',
    ),
  },
  integration_disabled: {
    subject: '{{integration}} was paused',
    html: html(
      '{{integration}} was paused: deliveries have failed since {{since}}',
      'No events are lost: we keep them for 30 days. Once your server works again, resume the integration and replay what it missed:',
    ),
  },
};

/** The names of integrations, as the dashboard has them. */
const integrationNames: Readonly<Record<string, string>> = {
  webhook: 'Webhook',
  chat_blocks: 'Slack',
  chat_embeds: 'Discord',
  contacts: 'Loops',
  analytics: 'PostHog',
  newsletter: 'Kit',
};

/** The mail of a notice. `baseUrl` is the address of the service. */
export function renderNotice(
  { about, integration_type: type, failing_since, reason }: Notice,
  baseUrl: string,
): RenderedEmail {
  const template = templates[about];
  const variables = {
    integration: integrationNames[type] ?? type,
    since: `${failing_since.slice(0, 16).replace('T', ' ')} UTC`,
    reason,
    url: `${baseUrl}/dashboard/integrations/${type}`,
  };
  return renderEmail(template, {}, variables, template.subject);
}
