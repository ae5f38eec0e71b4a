import { randomUUID } from 'node:crypto';
import {
  type Answer,
  addressIn,
  type FakeProvider,
  isText,
  type RecordedRequest,
  readObject,
  startFakeProvider,
} from './fake-provider.ts';

export const postmarkToken = '00000000-aaaa-4bbb-8ccc-000000000001';

export interface FakePostmark extends FakeProvider {
  /** The accepted mails by MessageID. */
  readonly mails: ReadonlyMap<string, Record<string, unknown>>;
}

const fields = new Set([
  ...['From', 'To', 'Cc', 'Bcc', 'Subject', 'HtmlBody', 'TextBody', 'ReplyTo', 'Tag', 'Metadata', 'Headers'],
  ...['TrackOpens', 'TrackLinks', 'MessageStream', 'Attachments'],
]);

/**
 * A fake of Postmark's API, with its validation. `acme.test` is a confirmed domain, `inactive@…` is on the
 * suppression list.
 */
export async function startFakePostmark(): Promise<FakePostmark> {
  const mails = new Map<string, Record<string, unknown>>();

  function send(request: RecordedRequest): Answer {
    const mail = readObject(request);
    if (Object.keys(mail).length === 0) return refuse(422, 402, 'Received invalid JSON input.');
    const unknown = Object.keys(mail).find((field) => !fields.has(field));
    if (unknown !== undefined) return refuse(422, 403, `The field '${unknown}' is not one of a message.`);
    const from = addressIn(mail.From);
    if (from === undefined) return refuse(422, 300, "Invalid 'From' address.");
    const to = addressIn(mail.To);
    if (to === undefined) return refuse(422, 300, `Invalid 'To' address: '${mail.To}'.`);
    if (!isText(mail.HtmlBody) && !isText(mail.TextBody))
      return refuse(422, 300, 'Provide either email TextBody or HtmlBody or both.');
    if (!areHeaders(mail.Headers)) return refuse(422, 300, 'Invalid headers.');
    if (from.split('@')[1] !== 'acme.test') {
      return refuse(
        422,
        400,
        `The 'From' address you supplied (${from}) is not a Sender Signature on your account.`,
      );
    }
    if (to.startsWith('inactive@')) {
      return refuse(
        422,
        406,
        `You tried to send to a recipient that has been marked as inactive. Found inactive addresses: ${to}. Inactive recipients are ones that have generated a hard bounce or a spam complaint.`,
      );
    }
    const MessageID = randomUUID();
    mails.set(MessageID, mail);
    const SubmittedAt = '2026-01-01T00:00:00.0000000Z';
    return { status: 200, body: { To: mail.To, SubmittedAt, MessageID, ErrorCode: 0, Message: 'OK' } };
  }

  function search(query: URLSearchParams): Answer {
    if (!query.has('count') || !query.has('offset'))
      return refuse(422, 600, 'count and offset are required.');
    const found = [...mails].filter(
      ([, { Metadata }]) =>
        (Metadata as { signup_id?: string })?.signup_id === query.get('metadata_signup_id'),
    );
    const Messages = found.map(([MessageID]) => ({ MessageID, Status: 'Sent' }));
    return { status: 200, body: { TotalCount: found.length, Messages } };
  }

  const server = await startFakeProvider((request) => {
    if (request.headers['x-postmark-server-token'] !== postmarkToken) {
      return refuse(401, 10, 'Request does not contain a valid Server token.');
    }
    const [path, query] = request.path.split('?');
    switch (`${request.method} ${path}`) {
      case 'POST /email':
        return send(request);
      case 'GET /messages/outbound':
        return search(new URLSearchParams(query));
      case 'GET /server':
        return { status: 200, body: { ID: 1, Name: 'Acme', DeliveryType: 'Live' } };
      default:
        return { status: 404, body: '' };
    }
  });
  return { ...server, mails };
}

/** The headers of a mail in the body of the request that sends it. */
export function headersInPostmark(body: string): Readonly<Record<string, string>> {
  const { Headers } = JSON.parse(body) as { Headers: { Name: string; Value: string }[] };
  return Object.fromEntries(Headers.map(({ Name, Value }) => [Name, Value]));
}

function refuse(status: number, ErrorCode: number, Message: string): Answer {
  return { status, body: { ErrorCode, Message } };
}

function areHeaders(headers: unknown): boolean {
  return (
    headers === undefined ||
    (Array.isArray(headers) && headers.every((h) => isText(h.Name) && isText(h.Value)))
  );
}
