import fc from 'fast-check';
import { type Account, type Build, cli, createAccount } from '../../../support/deployment/build.ts';
import {
  type FuzzRequest,
  type FuzzTarget,
  targetsOf,
  toolTargets,
  withOwn,
} from '../../../support/fuzz/requests.ts';
import { callerAddress } from '../../../support/network/caller-address.ts';

/** Of each operation and tool. */
const requestsPerTarget = 3;
/** So that several connections of the process prepare each statement. */
const atOnce = 4;
const pathsPerRound = 60;

/** Asks a build, whichever it is, for all that it describes: operations, tools, and pages behind links. */
export interface Asker {
  /** The same requests each time. @returns what was answered with a 5xx, or not at all */
  askAll(): Promise<string[]>;
  readonly asked: number;
}

export async function openAsker(build: Build, url: string): Promise<Asker> {
  const account = await createAccount(build);
  let asked = 0;
  const send = async (method: string, { path, headers, body }: FuzzRequest) => {
    asked += 1;
    return fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        authorization: `Bearer ${account.key}`,
        'x-forwarded-for': callerAddress(asked),
        ...headers,
      },
      ...(body !== undefined &&
        method !== 'GET' && { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    }).catch(() => undefined);
  };
  const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  async function call<T>(method: string, path: string, body: object): Promise<T> {
    const answer = await send(method, { path, headers: json, body: JSON.stringify(body) });
    return (await answer?.json().catch(() => ({}))) as T;
  }

  const described = await (await fetch(`${url}/openapi.json`)).json();
  const { result } = await call<{ result?: { tools: [] } }>('POST', '/mcp', {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/list',
  });
  const targets: FuzzTarget[] = [...targetsOf(described), ...toolTargets(result?.tools ?? [])];
  const cookie = await signIn(build, account, url);

  /** A list with signups, one of them referred, and a webhook. */
  async function makeOwn(): Promise<Record<string, string>> {
    const { id } = await call<{ id: string }>('POST', '/v1/waitlists', { name: `Own ${asked}` });
    const path = `/v1/waitlists/${id}`;
    await call('POST', `${path}/fields`, { key: 'string', label: 'String', type: 'string' });
    await call('PUT', '/v1/integrations/webhook', { config: { url: 'https://example.com/own' } });
    await call('PATCH', `${path}/settings`, { abuse: { mode: 'monitor' } });
    const friend = await call<{ id: string; referral_code: string }>('POST', `${path}/signups`, {
      email: 'friend@example.org',
    });
    const { id: signupId } = await call<{ id: string }>('POST', `${path}/signups`, {
      email: 'own@example.com',
      referral_code: friend.referral_code,
    });
    return { id, signupId, key: 'string', type: 'webhook' };
  }

  async function askAll(): Promise<string[]> {
    const failed: string[] = [];
    const note = (name: string, answer: Response | undefined) => {
      if (!answer || answer.status >= 500)
        failed.push(`${name} was answered ${answer?.status ?? 'not at all'}`);
    };
    for (const { name, method, requests } of targets) {
      const own = method === 'GET' && ownOfReads ? ownOfReads : await makeOwn();
      ownOfReads = own;
      for (const request of fc.sample(requests, { numRuns: requestsPerTarget, seed: 1 })) {
        const filled = withOwn(request, own);
        const answers = await Promise.all(Array.from({ length: atOnce }, () => send(method, filled)));
        for (const answer of answers) {
          note(name, answer);
          await answer?.arrayBuffer();
        }
      }
    }
    const paths = new Set(['/dashboard']);
    for (const path of paths) {
      const answer = await send('GET', { path, headers: { cookie } });
      note(`GET ${path}`, answer);
      const page = (await answer?.text()) ?? '';
      for (const [, link = ''] of page.matchAll(/href="(\/dashboard[^"#]*)"/g))
        if (paths.size < pathsPerRound) paths.add(link.replaceAll('&amp;', '&'));
    }
    return failed;
  }
  let ownOfReads: Record<string, string> | undefined;
  return {
    askAll,
    get asked() {
      return asked;
    },
  };
}

/** Signs a new user of the account in. @returns the cookie */
async function signIn(build: Build, { id }: Account, url: string): Promise<string> {
  const user = { email: `owner-${id}@example.com`, password: 'correct horse battery' };
  const options = ['--account', id, '--email', user.email, '--password', user.password];
  await cli(build, 'user', 'create', ...options);
  const answer = await fetch(`${url}/dashboard/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(user),
  });
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}
