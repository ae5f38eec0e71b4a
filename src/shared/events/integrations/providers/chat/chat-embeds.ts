import { z } from 'zod';
import type { OutboundEvent } from '../../../../list/publishing/events.ts';
import type { ChatColor } from '../../../../list/publishing/types/event-type.ts';
import { readJson } from '../../../../platform/outbound/http-answer.ts';
import type { SafeResponse } from '../../../../platform/outbound/safe-fetch.ts';
import type { ChatMessage, IntegrationProvider } from '../provider.ts';
import { longestLine, summarize, toLine } from './chat-summary.ts';
import { ChatConfig, type ChatService, checkWebhookUrl, postMessage } from './chat-webhook.ts';

/** Posts messages with an embed to a webhook of Discord, or of a compatible service. */
export const chatEmbeds = {
  config: ChatConfig,
  secrets: ['webhook_url'],
  addressKey: 'webhook_url',
  verify: (config, httpClient) => checkWebhookUrl(config, httpClient, discord),
  deliver: ({ webhook_url }, { event }, httpClient) =>
    postMessage({ webhookUrl: webhook_url, query: waiting, message: toMessage(event), explain }, httpClient),
  post: ({ webhook_url }, message, httpClient) =>
    postMessage({ webhookUrl: webhook_url, query: waiting, message: toPost(message), explain }, httpClient),
} satisfies IntegrationProvider<ChatConfig>;

/** Without it, Discord answers before the message is saved. */
const waiting = { wait: 'true' };

const discord: ChatService = {
  domain: /(^|\.)discord(app)?\.com$/,
  hosts: new Set(['', 'ptb.', 'canary.'].flatMap((part) => [`${part}discord.com`, `${part}discordapp.com`])),
  path: /^\/api\/(v\d+\/)?webhooks\/\d+\/[\w-]+$/,
  example: 'https://discord.com/api/webhooks/…/…',
};

const colors: Readonly<Record<ChatColor, number>> = {
  green: 0x57f287,
  red: 0xed4245,
  blue: 0x5865f2,
  yellow: 0xfee75c,
  pink: 0xeb459e,
  orange: 0xe67e22,
};

function toMessage(event: OutboundEvent) {
  const { title, color, email, facts, at } = summarize(event);
  return {
    embeds: [
      {
        title,
        ...(email !== null && { description: escapeMarkdown(email) }),
        color: colors[color],
        fields: facts.map(({ label, value, isLink }) => ({
          name: escapeMarkdown(label),
          value: isLink ? value : escapeMarkdown(value),
          inline: true,
        })),
        footer: { text: event.type },
        timestamp: at,
      },
    ],
    allowed_mentions: { parse: [] },
  };
}

function toPost({ title, lines, url }: ChatMessage) {
  const description = [...lines.map((line) => escapeMarkdown(toLine(line, longestLine))), url].join('\n');
  return {
    embeds: [{ title: toLine(title, longestTitle), description, color: colors.yellow }],
    allowed_mentions: { parse: [] },
  };
}

/** The most that Discord takes of a title. */
const longestTitle = 256;

/** Characters of markup, links and mentions, to escape with a backslash. `-` and `+` begin a list. */
const markup = /[\\*_~|>#[\]()`<]|:(?=\/\/)|@(?=everyone|here)|^[-+](?=\s)/gi;

function escapeMarkdown(text: string): string {
  return text.replace(markup, '\\$&').replace(/(?<!\w\\?)@(?=everyone|here)/gi, '@\u200b');
}

const Refusal = z.object({
  code: z.int().optional().catch(undefined),
  message: z.string(),
  errors: z.record(z.string(), z.unknown()).catch({}),
});

const meanings: ReadonlyMap<number, string> = new Map([
  [10_003, 'the channel of the webhook is gone'],
  [10_015, 'the webhook was deleted; make a new one and save its address'],
  [50_027, 'the address of the webhook is not valid, or no longer'],
]);

function explain(response: SafeResponse): string | undefined {
  const { data: refusal } = Refusal.safeParse(readJson(response));
  if (!refusal) return undefined;
  const { code, message, errors } = refusal;
  const meaning = code === undefined ? undefined : meanings.get(code);
  if (meaning !== undefined) return `${meaning} (${message})`;
  const named = Object.keys(errors).join(', ');
  return named === '' ? message : `${message} (${named})`;
}
