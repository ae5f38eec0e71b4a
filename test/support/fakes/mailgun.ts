import { createHmac } from 'node:crypto';
import { type Answer, addressIn, type FakeProvider, isText, startFakeProvider } from './fake-provider.ts';

export const mailgunKey = 'key-00000000000000000000000000000001';

export interface FakeMailgun extends FakeProvider {
  /** The accepted mails by message id without brackets. */
  readonly mails: ReadonlyMap<string, URLSearchParams>;
}

const fields = /^(from|to|cc|bcc|subject|text|html|o:(tag|testmode|tracking(-opens|-clicks)?)|[hv]:[\w-]+)$/;

/**
 * A fake of Mailgun's API, with its validation. `mg.acme.test` is an active domain, `new.acme.test` one that
 * may not send yet.
 */
export async function startFakeMailgun(): Promise<FakeMailgun> {
  const mails = new Map<string, URLSearchParams>();
  const basic = `Basic ${Buffer.from(`api:${mailgunKey}`).toString('base64')}`;

  const server = await startFakeProvider(({ method, path, headers, body }): Answer => {
    const [, domain] = /^\/v3\/([^/?]+)\/messages$/.exec(path) ?? [];
    if (method !== 'POST' || domain === undefined) return { status: 404, body: 'Not Found' };
    if (headers.authorization !== basic) return { status: 401, body: 'Forbidden' };
    if (domain === 'new.acme.test') {
      return refuse(403, `Domain ${domain} is not allowed to send: Please activate your account.`);
    }
    if (domain !== 'mg.acme.test') return refuse(404, `Domain not found: ${domain}`);
    if (headers['content-type'] !== 'application/x-www-form-urlencoded') return { status: 415, body: '' };
    const mail = new URLSearchParams(body);
    const names = [...mail.keys()];
    const unknown = names.find((name, at) => !fields.test(name) || names.indexOf(name) !== at);
    if (unknown !== undefined) return refuse(400, `${unknown} is not one parameter of a message`);
    for (const name of ['from', 'to']) {
      if (!mail.has(name)) return refuse(400, `${name} parameter is missing`);
      if (addressIn(mail.get(name)) === undefined) {
        return refuse(400, `'${name}' parameter is not a valid address: ${mail.get(name)}`);
      }
    }
    if (!isText(mail.get('text')) && !isText(mail.get('html'))) {
      return refuse(400, "Need at least one of 'text' or 'html' parameters specified");
    }
    const id = mail.get('h:Message-Id') ?? `<${Date.now()}.${mails.size}@${domain}>`;
    if (mail.get('o:testmode') !== 'yes') mails.set(id.slice(1, -1), mail);
    return { status: 200, body: { id, message: 'Queued. Thank you.' } };
  });
  return { ...server, mails };
}

/** The headers of a mail in the body of the request that sends it. */
export function headersInMailgun(body: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...new URLSearchParams(body)].map(([name, value]) => [name.replace(/^h:/, ''), value]),
  );
}

function refuse(status: number, message: string): Answer {
  return { status, body: { message } };
}

/** The `signature` of a webhook. */
export function signMailgunEvent(key: string, timestamp: number, token: string) {
  const signature = createHmac('sha256', key).update(`${timestamp}${token}`).digest('hex');
  return { timestamp: String(timestamp), token, signature };
}
