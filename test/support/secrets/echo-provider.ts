import {
  type Answer,
  type FakeProvider,
  type RecordedRequest,
  startFakeProvider,
} from '../fakes/fake-provider.ts';

/**
 * Whether it succeeds, or answers with what it received: as a refusal, in URL encoding, as a 503 or as a
 * redirect.
 */
export type ProviderMode = 'normal' | 'echoing' | 'echoing in URL encoding' | 'failing' | 'redirecting';

/**
 * One server for the APIs of all mail providers and integrations. It can leak in its answers what it
 * received.
 */
export interface EchoProvider extends FakeProvider {
  mode: ProviderMode;
}

export async function startEchoProvider(): Promise<EchoProvider> {
  const provider = await startFakeProvider((request) => answerTo(request, echo.mode));
  const echo: EchoProvider = Object.assign(provider, { mode: 'normal' as ProviderMode });
  return echo;
}

function answerTo(request: RecordedRequest, mode: ProviderMode): Answer {
  if (mode === 'normal') return { status: request.path === '/v3/mail/send' ? 202 : 200, body: success };
  const received = credentialsFirst(request);
  if (mode === 'redirecting')
    return { status: 302, headers: { location: `/?${encodeURIComponent(received)}` } };
  const status = mode === 'failing' ? 503 : 422;
  return {
    status,
    body: refusal(request.path, mode === 'echoing in URL encoding' ? encodeURIComponent(received) : received),
  };
}

/** A body that every API's client takes for success. */
const success = {
  id: 'echo-1',
  ID: 1,
  MessageID: 'echo-1',
  ErrorCode: 0,
  success: true,
  data: [{ name: 'acme.test', status: 'verified' }],
  scopes: ['mail.send'],
  account: {},
  custom_field: {},
  subscriber: { id: 1 },
};

/** An error body that every API's client understands. Chats answer with plain text. */
function refusal(path: string, text: string): string | object {
  if (path.startsWith('/chat')) return text;
  const errors = path.startsWith('/v4/') ? [text] : [{ message: text }];
  return { message: text, Message: text, ErrorCode: 300, name: 'validation_error', detail: text, errors };
}

/** What the request contained. Credentials come first, because the service cuts long error messages. */
function credentialsFirst({ headers, path, body }: RecordedRequest): string {
  const basic = /^Basic (.*)$/.exec(headers.authorization ?? '')?.[1];
  const credentials = [
    basic && Buffer.from(basic, 'base64').toString(),
    headers.authorization,
    headers['x-postmark-server-token'],
    headers['x-kit-api-key'],
    /"api_key":"([^"]*)"/.exec(body)?.[1],
  ];
  return [...credentials.filter((each) => each), path, body].join(' ');
}
