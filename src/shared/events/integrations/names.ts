import type { IntegrationType } from './providers/index.ts';

/** What people call the integrations, in mails as in the dashboard. */
export const integrationNames: Readonly<Record<IntegrationType, string>> = {
  webhook: 'Webhook',
  chat_blocks: 'Slack',
  chat_embeds: 'Discord',
  contacts: 'Loops',
  analytics: 'PostHog',
  newsletter: 'Kit',
};
