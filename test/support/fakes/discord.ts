import { z } from 'zod';
import {
  type Answer,
  type FakeProvider,
  type RecordedRequest,
  readObject,
  startFakeProvider,
} from './fake-provider.ts';

/** The path of the fake's webhook. */
export const discordPath =
  '/api/webhooks/223704706495545344/3d89bb7572e0fb30d8128367b3b1b44fecd1726de135cbe28a41f8b2f777c372ba2939e72279b94526ff';

export interface FakeDiscord extends FakeProvider {
  /** The accepted messages. */
  readonly messages: readonly Record<string, unknown>[];
}

/** Discord trims texts first. An empty text counts as missing. */
const text = (max: number) => z.string().trim().min(1).max(max);
const Embed = z.strictObject({
  title: text(256).optional(),
  description: text(4_096).optional(),
  color: z.int().min(0).max(0xffffff).optional(),
  fields: z
    .array(z.strictObject({ name: text(256), value: text(1_024), inline: z.boolean().optional() }))
    .max(25)
    .optional(),
  footer: z.strictObject({ text: text(2_048) }).optional(),
  timestamp: z.iso.datetime().optional(),
});
const Message = z.strictObject({
  content: z.string().max(2_000).optional(),
  embeds: z.array(Embed).max(10).optional(),
  allowed_mentions: z.strictObject({ parse: z.array(z.enum(['roles', 'users', 'everyone'])) }).optional(),
});
type Message = z.infer<typeof Message>;
const Query = z.strictObject({
  wait: z.enum(['true', 'false']).optional(),
  thread_id: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional(),
});

/** A fake of Discord's webhooks, with their validation: one webhook at `discordPath`. */
export async function startFakeDiscord(): Promise<FakeDiscord> {
  const messages: Record<string, unknown>[] = [];

  function post(request: RecordedRequest): Answer {
    const url = new URL(request.path, 'https://discord.com');
    const [, id, token] = /^\/api\/(?:v\d+\/)?webhooks\/(\d+)\/([\w-]+)$/.exec(url.pathname) ?? [];
    const [, ourId, ourToken] = /(\d+)\/(\w+)$/.exec(discordPath) ?? [];
    if (request.method !== 'POST' || id === undefined) return refuse(404, 0, '404: Not Found');
    if (id !== ourId) return refuse(404, 10_015, 'Unknown Webhook');
    if (token !== ourToken) return refuse(401, 50_027, 'Invalid Webhook Token');
    const { data: query, error: badQuery } = Query.safeParse(Object.fromEntries(url.searchParams));
    if (badQuery) return invalidForm(badQuery);
    const { data: message, error: badBody } = Message.safeParse(readObject(request));
    if (badBody) return invalidForm(badBody);
    if (!message.content && !message.embeds?.length) {
      return refuse(400, 50_006, 'Cannot send an empty message');
    }
    if (lengthOf(message) > 6_000) return refuse(400, 50_035, 'Invalid Form Body');
    messages.push(message);
    return query.wait === 'true'
      ? { status: 200, body: { id: String(messages.length), type: 0, webhook_id: id, ...message } }
      : { status: 204 };
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

function refuse(status: number, code: number, message: string, more: object = {}): Answer {
  return { status, body: { message, code, ...more } };
}

function invalidForm({ issues }: z.ZodError): Answer {
  const _errors = [{ code: 'BASE_TYPE_BAD', message: 'Not valid.' }];
  const errors = Object.fromEntries(issues.map(({ path }) => [String(path[0] ?? 'body'), { _errors }]));
  return refuse(400, 50_035, 'Invalid Form Body', { errors });
}

/** The total length of all texts in all embeds. */
function lengthOf({ embeds = [] }: Message): number {
  const texts = embeds.flatMap(({ title = '', description = '', footer, fields = [] }) => [
    title,
    description,
    footer?.text ?? '',
    ...fields.flatMap(({ name, value }) => [name, value]),
  ]);
  return texts.join('').length;
}
