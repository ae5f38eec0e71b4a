import type { IntegrationType } from '../../../../shared/integrations/providers/index.ts';

/** The names and descriptions of the integrations. */
export const integrations: Readonly<Record<IntegrationType, { name: string; about: string }>> = {
  webhook: { name: 'Webhook', about: 'Sends signed requests to your server.' },
  chat_blocks: {
    name: 'Slack',
    about: 'Posts messages to Slack, or to a chat that accepts Slack blocks.',
  },
  chat_embeds: {
    name: 'Discord',
    about: 'Posts messages to Discord, or to a chat that accepts Discord embeds.',
  },
  contacts: { name: 'Loops', about: 'Adds a contact for each signup, and an event for each click.' },
  analytics: { name: 'PostHog', about: 'Records each event in your product analytics.' },
  newsletter: { name: 'Kit', about: 'Adds a subscriber for each signup, with forms and tags.' },
};

export const pathOf = (type: IntegrationType) => `/dashboard/integrations/${type}`;
