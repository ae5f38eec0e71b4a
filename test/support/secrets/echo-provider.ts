import {
  type Answer,
  type FakeProvider,
  type RecordedRequest,
  startFakeProvider,
} from '../fakes/fake-provider.ts';

/** How it answers: as every service wishes; or with what it was told, as a refusal, in a URL's spelling, as its own failure or as a redirect. */
export type Mood = 'kind' | 'echoing' | 'echoing as in a URL' | 'failing' | 'redirecting';

/** The API of every mail provider and of every integration at once, which gives away what it is told. */
export interface EchoProvider extends FakeProvider {
  mood: Mood;
}

export async function startEchoProvider(): Promise<EchoProvider> {
  const provider = await startFakeProvider((request) => answerTo(request, echo.mood));
  const echo: EchoProvider = Object.assign(provider, { mood: 'kind' as Mood });
  return echo;
}

function answerTo(request: RecordedRequest, mood: Mood): Answer {
  if (mood === 'kind') return { status: request.path === '/v3/mail/send' ? 202 : 200, body: consent };
  const told = toldBy(request);
  if (mood === 'redirecting') return { status: 302, headers: { location: `/?${encodeURIComponent(told)}` } };
  const status = mood === 'failing' ? 503 : 422;
  return {
    status,
    body: refusal(request.path, mood === 'echoing as in a URL' ? encodeURIComponent(told) : told),
  };
}

/** What each of the services says yes with. */
const consent = {
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

/** The same words where each of the services has its own; chats say them without more. */
function refusal(path: string, said: string): string | object {
  if (path.startsWith('/chat')) return said;
  const errors = path.startsWith('/v4/') ? [said] : [{ message: said }];
  return { message: said, Message: said, ErrorCode: 300, name: 'validation_error', detail: said, errors };
}

/** The credential first, wherever this service puts it: of long words little is kept. */
function toldBy({ headers, path, body }: RecordedRequest): string {
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
