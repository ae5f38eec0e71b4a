import { refusedEvents } from './describe-integration.ts';

const webhook_url = 'https://chat.example/hook';

/** Test cases for the configuration of all chat integrations (§4.7). */
export const chatConfig = {
  given: { webhook_url, events: ['signup.created', 'signup.removed'] },
  accepted: [
    [
      { webhook_url: ` ${webhook_url}\n`, events: ['signup.created', 'signup.created'] },
      { events: ['signup.created'] },
    ],
  ],
  refused: [
    [{ webhook_url: undefined }, 'webhook_url'],
    [{ webhook_url: null }, 'webhook_url'],
    [{ webhook_url: '' }, 'webhook_url'],
    [{ webhook_url: ' ' }, 'webhook_url'],
    [{ webhook_url: 7 }, 'webhook_url'],
    [{ webhook_url: `https://chat.example/${'x'.repeat(2_048)}` }, 'webhook_url'],
    ...refusedEvents,
  ],
  secrets: ['webhook_url'],
  addressKey: 'webhook_url',
} as const;
