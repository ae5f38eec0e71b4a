import type { Told, World } from './world.ts';

/** A user's browser: it keeps the session's cookie, and sends forms with their token. */
export interface Browser {
  signIn(email: string, password: string, shows?: readonly string[]): Promise<Told>;
  open(path: string, shows?: readonly string[]): Promise<Told>;
  send(path: string, fields: Readonly<Record<string, string>>, shows?: readonly string[]): Promise<Told>;
}

let browsers = 0;

/** What proves a session is a secret as well: it is shown to this browser and to nobody else. */
export function openBrowser({ ask, canaries, forgetLimits }: World): Browser {
  browsers += 1;
  const number = browsers;
  const address = `10.8.0.${number}`; // sign-ins count by address
  let cookie = '';
  let sessions = 0;
  const session = () => [`session ${number}.${sessions}`, `form token ${number}.${sessions}`];

  async function request(
    method: string,
    path: string,
    fields: Readonly<Record<string, string>> | undefined,
    shows: readonly string[],
  ): Promise<Told> {
    return ask(method, path, {
      headers: { 'x-forwarded-for': address, ...(cookie && { cookie }) },
      ...(fields && { body: new URLSearchParams(fields) }),
      shows: [...session(), ...shows],
    });
  }

  return {
    async signIn(email, password, shows = []) {
      sessions += 1;
      const [sessionName = '', tokenName = ''] = session();
      const answer = await request('POST', '/dashboard/sign-in', { email, password }, shows);
      const given = answer.headers.getSetCookie().find((each) => each.startsWith('waitlist-session='));
      if (!given) return answer;
      cookie = given.split(';')[0] ?? '';
      canaries.secret(sessionName, { value: cookie.slice('waitlist-session='.length) });
      canaries.secret(tokenName, { value: tokenIn(await request('GET', '/dashboard', undefined, [])) });
      return answer;
    },
    open: (path, shows = []) => request('GET', path, undefined, shows),
    async send(path, fields, shows = []) {
      await forgetLimits(); // forms that ask others are counted
      const csrf = tokenIn(await request('GET', '/dashboard', undefined, []));
      return request('POST', path, { csrf, ...fields }, shows);
    },
  };
}

function tokenIn({ body }: Told): string {
  return /name="csrf" value="([^"]+)"/.exec(body)?.[1] ?? 'none';
}
