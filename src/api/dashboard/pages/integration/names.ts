import type { IntegrationType } from '../../../../shared/events/names.ts';
import { integrationNames } from '../../../../shared/events/names.ts';

/** The names and descriptions of the integrations. */
export const integrations: Readonly<Record<IntegrationType, { name: string; about: string }>> = {
  webhook: { name: integrationNames.webhook, about: 'Sends signed requests to your server.' },
  chat_blocks: {
    name: integrationNames.chat_blocks,
    about: 'Posts messages to Slack, or to a chat that accepts Slack blocks.',
  },
  chat_embeds: {
    name: integrationNames.chat_embeds,
    about: 'Posts messages to Discord, or to a chat that accepts Discord embeds.',
  },
  contacts: {
    name: integrationNames.contacts,
    about: 'Adds a contact for each signup, and an event for each click.',
  },
  analytics: { name: integrationNames.analytics, about: 'Records each event in your product analytics.' },
  newsletter: {
    name: integrationNames.newsletter,
    about: 'Adds a subscriber for each signup, with forms and tags.',
  },
};

export const pathOf = (type: IntegrationType) => `/dashboard/integrations/${type}`;
