import { z } from 'zod';
import { type Answer, type FakeProvider, type RecordedRequest, startFakeProvider } from './fake-provider.ts';

/** The path of the fake's webhook. Other paths of this form answer as deleted webhooks. */
export const slackPath = '/services/T0AAAAAAA/B0BBBBBBB/abcdefghijklmnopqrstuvwx';

export interface FakeSlack extends FakeProvider {
  /** The accepted messages. */
  readonly messages: readonly Record<string, unknown>[];
}

const text = (max: number) => z.string().min(1).max(max);
const PlainText = (max: number) =>
  z.strictObject({ type: z.literal('plain_text'), text: text(max), emoji: z.boolean().optional() });
const Mrkdwn = (max: number) =>
  z.strictObject({ type: z.literal('mrkdwn'), text: text(max), verbatim: z.boolean().optional() });
const TextObject = (max: number) => z.union([PlainText(max), Mrkdwn(max)]);
const Block = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('header'), text: PlainText(150) }),
  z
    .strictObject({
      type: z.literal('section'),
      text: TextObject(3_000).optional(),
      fields: z.array(TextObject(2_000)).min(1).max(10).optional(),
    })
    .refine(({ text, fields }) => text !== undefined || fields !== undefined),
  z.strictObject({ type: z.literal('context'), elements: z.array(TextObject(3_000)).min(1).max(10) }),
]);
const Blocks = z.array(Block).min(1).max(50);
const Message = z.strictObject({
  text: z.string().optional(),
  blocks: z.unknown().optional(),
  unfurl_links: z.boolean().optional(),
  unfurl_media: z.boolean().optional(),
});

/** A fake of Slack's incoming webhooks, with their validation: one webhook at `slackPath`. */
export async function startFakeSlack(): Promise<FakeSlack> {
  const messages: Record<string, unknown>[] = [];

  function post(request: RecordedRequest): Answer {
    if (request.method !== 'POST' || request.path !== slackPath) return reply(404, 'no_service');
    const { data: message } = Message.safeParse(readBody(request));
    if (!message) return reply(400, 'invalid_payload');
    if (message.blocks !== undefined && !Blocks.safeParse(message.blocks).success)
      return reply(400, 'invalid_blocks');
    if (message.blocks === undefined && !message.text) return reply(400, 'no_text');
    messages.push(message);
    return reply(200, 'ok');
  }

  const server = await startFakeProvider(post);
  return {
    ...server,
    messages,
    reset() {
      server.reset();
      messages.length = 0;
    },
  };
}

function reply(status: number, body: string): Answer {
  return { status, headers: { 'content-type': 'text/html' }, body };
}

function readBody({ headers, body }: RecordedRequest): unknown {
  if (!headers['content-type']?.startsWith('application/json')) return undefined;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
