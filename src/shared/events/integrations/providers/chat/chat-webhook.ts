import { z } from 'zod';
import { AppError } from '../../../../platform/errors.ts';
import { askJson } from '../../../../platform/outbound/ask-json.ts';
import { describeAnswer } from '../../../../platform/outbound/http-answer.ts';
import type { HttpClient } from '../../../../platform/outbound/http-client.ts';
import type { SafeResponse } from '../../../../platform/outbound/safe-fetch.ts';
import { attempt } from '../attempt.ts';
import { Include, Retries, someEvents, UrlText } from '../config-fields.ts';
import type { Attempt } from '../provider.ts';

/** The configuration of a chat integration (§4.7). With the URL anyone can post, so it is a secret. */
export const ChatConfig = z.strictObject({
  webhook_url: UrlText.meta({
    description: "The https address of the channel's incoming webhook, as the chat service shows it.",
    format: 'uri',
  }),
  events: someEvents(),
  include: Include,
  retries: Retries,
});
export type ChatConfig = z.infer<typeof ChatConfig>;

/** A chat service whose addresses are known. Any other host is taken for a compatible service. */
export interface ChatService {
  /** The service's own host names. */
  readonly domain: RegExp;
  /** Those of them that have webhooks. */
  readonly hosts: ReadonlySet<string>;
  readonly path: RegExp;
  /** An example of such an address. */
  readonly example: string;
  /** What to say about a path that is known to be something else. */
  hint?(path: string): string | undefined;
}

/**
 * Checks an address before it is saved, without posting to it.
 * @throws AppError invalid_request; AddressRefused
 */
export async function checkWebhookUrl(
  { webhook_url }: ChatConfig,
  { guard }: Pick<HttpClient, 'guard'>,
  service: ChatService,
): Promise<void> {
  const { hostname, pathname } = await guard.checkUrl(webhook_url, { httpsOnly: true });
  const host = hostname.replace(/\.$/, '');
  if (!service.domain.test(host)) return;
  if (service.hosts.has(host) && service.path.test(pathname)) return;
  const expected = `must be the address of an incoming webhook, such as ${service.example}`;
  throw new AppError('invalid_request', `config.webhook_url: ${service.hint?.(pathname) ?? expected}`);
}

interface Post {
  readonly webhookUrl: string;
  /** Added to the query of the URL. */
  readonly query?: Readonly<Record<string, string>>;
  readonly message: object;
  /** The message of a refusal, if it has one. */
  explain(response: SafeResponse): string | undefined;
}

/** Posts one message. Never rejects. */
export function postMessage(post: Post, httpClient: Pick<HttpClient, 'fetch'>): Promise<Attempt> {
  return attempt(
    receiver,
    () =>
      askJson(httpClient, toTarget(post), {
        body: post.message,
        httpsOnly: true, // the operator may have allowed http when the address was saved
      }),
    (response) => describeAnswer(receiver, response, messageIn(post, response), secretsOf(post.webhookUrl)),
  );
}

const receiver = 'The chat service';

function toTarget({ webhookUrl, query = {} }: Post): string {
  const url = new URL(webhookUrl);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

function messageIn({ explain }: Post, response: SafeResponse): string | undefined {
  if (response.status === 429) return 'too many messages in a short time, so this one was not posted';
  return explain(response);
}

/**
 * The address and those of its parts that let others post, longest first. Shorter parts are words, which an
 * answer may well use.
 */
function secretsOf(webhookUrl: string): readonly string[] {
  const { href, pathname, search } = new URL(webhookUrl);
  const path = `${pathname}${search}`;
  const parts = [path, pathname.slice(1), ...path.split(/[/?&=]/)];
  return [webhookUrl, href, ...parts.filter(({ length }) => length >= 16)];
}
