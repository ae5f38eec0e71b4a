import { z } from 'zod';
import { AppError } from '../../../errors.ts';
import { describeAnswer } from '../../../outbound/http-answer.ts';
import type { HttpClient } from '../../../outbound/http-client.ts';
import type { SafeResponse } from '../../../outbound/safe-fetch.ts';
import { attempt } from '../attempt.ts';
import { someEvents, UrlText } from '../config-fields.ts';
import type { Attempt } from '../provider.ts';

/** What a chat integration is set to (§4.7). Whoever knows the URL can post, so it is a secret. */
export const ChatConfig = z.strictObject({
  webhook_url: UrlText.meta({
    description: "The https address of the channel's incoming webhook, as the chat service shows it.",
    format: 'uri',
  }),
  events: someEvents(),
});
export type ChatConfig = z.infer<typeof ChatConfig>;

/** A chat service whose addresses are known. Every other host is taken for a service that is compatible with it. */
export interface ChatService {
  /** The host names that are the service's own. */
  readonly domain: RegExp;
  /** Those of them that webhooks live on. */
  readonly hosts: ReadonlySet<string>;
  readonly path: RegExp;
  /** How such an address looks. */
  readonly example: string;
  /** What to tell of a path that is known to be something else. */
  hint?(path: string): string | undefined;
}

/** Checks an address before it is saved, without posting to it. @throws AppError invalid_request; AddressRefused */
export async function checkWebhookUrl(
  { webhook_url }: ChatConfig,
  { guard }: Pick<HttpClient, 'guard'>,
  service: ChatService,
): Promise<void> {
  const { hostname, pathname } = await guard.checkUrl(webhook_url, { httpsOnly: true });
  const host = hostname.replace(/\.$/, '');
  if (!service.domain.test(host)) return;
  if (service.hosts.has(host) && service.path.test(pathname)) return;
  const expected = `expected the address of an incoming webhook, such as ${service.example}`;
  throw new AppError('invalid_request', `config.webhook_url: ${service.hint?.(pathname) ?? expected}`);
}

interface Post {
  readonly webhookUrl: string;
  /** Set in the URL beside what it holds already. */
  readonly query?: Readonly<Record<string, string>>;
  readonly message: object;
  /** The words of a refusal. */
  explain(response: SafeResponse): string | undefined;
}

/** Posts one message. Never rejects. */
export function postMessage(post: Post, { fetch }: Pick<HttpClient, 'fetch'>): Promise<Attempt> {
  return attempt(
    receiver,
    () =>
      fetch(toTarget(post), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(post.message),
        httpsOnly: true, // also where the operator let http through when it was saved, and no longer does
      }),
    (response) => describeAnswer(receiver, response, wordsOf(post, response), secretsOf(post.webhookUrl)),
  );
}

const receiver = 'The chat service';

function toTarget({ webhookUrl, query = {} }: Post): string {
  const url = new URL(webhookUrl);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

function wordsOf({ explain }: Post, response: SafeResponse): string | undefined {
  if (response.status === 429) return 'too many messages in a short time, so this one was not posted';
  return explain(response);
}

/** The address and those of its parts that let others post, the longest first. Shorter parts are words, which an answer may well use. */
function secretsOf(webhookUrl: string): readonly string[] {
  const { href, pathname, search } = new URL(webhookUrl);
  const path = `${pathname}${search}`;
  const parts = [path, pathname.slice(1), ...path.split(/[/?&=]/)];
  return [webhookUrl, href, ...parts.filter(({ length }) => length >= 16)];
}
