/** What people call the integrations, in mails as in the dashboard, by their types. */
export const integrationNames = {
  webhook: 'Webhook',
  chat_blocks: 'Slack',
  chat_embeds: 'Discord',
  contacts: 'Loops',
  analytics: 'PostHog',
  newsletter: 'Kit',
} as const;
export type IntegrationType = keyof typeof integrationNames;
