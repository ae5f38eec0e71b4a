import type { IntegrationType } from '../../names.ts';
import { analytics } from './analytics.ts';
import { chatBlocks } from './chat/chat-blocks.ts';
import { chatEmbeds } from './chat/chat-embeds.ts';
import { contacts } from './contacts.ts';
import { newsletter } from './newsletter.ts';
import type { IntegrationConfig, IntegrationProvider } from './provider.ts';
import { webhook } from './webhook.ts';

/** Every integration by its type (§4.7). The rest of the service uses them through `IntegrationProvider`. */
const integrationProviders = {
  webhook,
  chat_blocks: chatBlocks,
  chat_embeds: chatEmbeds,
  contacts,
  analytics,
  newsletter,
} satisfies Record<IntegrationType, IntegrationProvider<IntegrationConfig>>;

export const integrationTypes = Object.keys(integrationProviders) as [IntegrationType, ...IntegrationType[]];

/** The provider of a type. A stored configuration was checked against its own shape when it was saved. */
export function integrationProviderOf(type: IntegrationType): IntegrationProvider<IntegrationConfig> {
  return integrationProviders[type];
}
