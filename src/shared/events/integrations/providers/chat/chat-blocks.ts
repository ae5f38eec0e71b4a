import type { OutboundEvent } from '../../../../list/publishing/events.ts';
import { toUtcText } from '../../../../list/publishing/types/event-type.ts';
import type { SafeResponse } from '../../../../platform/outbound/safe-fetch.ts';
import type { ChatMessage, IntegrationProvider } from '../provider.ts';
import { type ChatSummary, longestLine, summarize, toLine } from './chat-summary.ts';
import { ChatConfig, type ChatService, checkWebhookUrl, postMessage } from './chat-webhook.ts';

/** Posts messages of blocks to an incoming webhook of Slack, or of a compatible service. */
export const chatBlocks = {
  config: ChatConfig,
  secrets: ['webhook_url'],
  addressKey: 'webhook_url',
  verify: (config, httpClient) => checkWebhookUrl(config, httpClient, slack),
  deliver: ({ webhook_url }, { event }, httpClient) =>
    postMessage({ webhookUrl: webhook_url, message: toMessage(event), explain }, httpClient),
  post: ({ webhook_url }, message, httpClient) =>
    postMessage({ webhookUrl: webhook_url, message: toPost(message), explain }, httpClient),
} satisfies IntegrationProvider<ChatConfig>;

const slack: ChatService = {
  domain: /(^|\.)slack(-gov)?\.com$/,
  hosts: new Set(['hooks.slack.com', 'hooks.slack-gov.com']),
  path: /^\/services\/T\w+\/B\w+\/\w+$/,
  example: 'https://hooks.slack.com/services/T…/B…/…',
  hint: (path) =>
    /^\/(triggers|workflows)\//.test(path)
      ? 'this address starts a workflow, which takes other messages; add an app with an incoming webhook to the channel, and use its address'
      : undefined,
};

/** User text is on lines of its own: Slack has no escape for formatting, which ends with the line. */
function toMessage(event: OutboundEvent) {
  const { title, email, facts, at } = summarize(event);
  const address = email === null ? [] : [{ label: 'Email', value: escapeText(email) }];
  const fields = [...address, ...facts.map(toField)];
  const sections = [];
  for (let from = 0; from < fields.length; from += fieldsPerSection)
    sections.push({
      type: 'section',
      fields: fields
        .slice(from, from + fieldsPerSection)
        .map(({ label, value }) => toMrkdwn(`*${label}*\n${value}`)),
    });
  return {
    // For notifications.
    text: `${title}\n${fields.map(({ label, value }) => `${label}: ${value}`).join('\n')}`,
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: title } },
      ...sections,
      { type: 'context', elements: [toMrkdwn(`${event.type} · ${toUtcText(at)}`)] },
    ],
    unfurl_links: false,
    unfurl_media: false,
  };
}

function toPost({ title, lines, url }: ChatMessage) {
  const texts = lines.map((line) => escapeText(toLine(line, longestLine)));
  return {
    text: [escapeText(title), ...texts].join('\n'),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: toLine(title, longestTitle) } },
      { type: 'section', text: toMrkdwn([...texts, `<${url}>`].join('\n')) },
    ],
    unfurl_links: false,
    unfurl_media: false,
  };
}

/** The most that Slack takes of a header. */
const longestTitle = 150;

/** The most that Slack takes. */
const fieldsPerSection = 10;

function toField({ label, value, isLink }: ChatSummary['facts'][number]) {
  return {
    label,
    value: isLink ? `<${value.replaceAll('&', '&amp;').replaceAll('|', '%7C')}>` : escapeText(value),
  };
}

/** `verbatim` keeps Slack from turning URLs, channels and names into links. */
function toMrkdwn(text: string) {
  return { type: 'mrkdwn', text, verbatim: true };
}

const breaker = '\u200b'; // a zero-width space

/**
 * Three characters have an escape. The others lose their meaning with a `breaker` beside them, where they
 * have one.
 */
function escapeText(text: string): string {
  return text
    .replace(/(?<![\p{L}\p{N}])([*_~`])(?=\S.*\1)/gu, `$1${breaker}`)
    .replace(/:(?=\/\/)/g, `:${breaker}`)
    .replace(/(?<!\w)@(?=channel|everyone|here|all)/gi, `@${breaker}`)
    .replace(/^>/, `${breaker}>`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

const gone = 'the webhook was deleted or switched off; make a new one and save its address';
const noWorkspace = 'the workspace of the webhook is gone or switched off';
const misunderstood = 'the message was not understood';

/** What the names of Slack's errors mean. They come as plain text. */
const meanings: ReadonlyMap<string, string> = new Map([
  ['no_service', gone],
  ['no_service_id', gone],
  ['no_active_hooks', gone],
  ['no_team', noWorkspace],
  ['team_disabled', noWorkspace],
  ['invalid_token', 'the address of the webhook is not valid, or no longer'],
  ['channel_not_found', 'the channel of the webhook is gone'],
  ['channel_is_archived', 'the channel of the webhook is archived'],
  ['user_not_found', 'the person that the webhook posts to is gone'],
  ['action_prohibited', 'an administrator of the workspace does not allow the message'],
  ['posting_to_general_channel_denied', 'the webhook may not post to the general channel'],
  ['invalid_payload', misunderstood],
  ['invalid_blocks', misunderstood],
  ['no_text', misunderstood],
]);

function explain({ body }: SafeResponse): string | undefined {
  const word = body.trim();
  const meaning = meanings.get(word);
  if (meaning !== undefined) return `${meaning} (${word})`;
  return /^[\w .,:;'-]{1,100}$/.test(word) ? word : undefined; // not the page of a proxy
}
