import type { WebAnswer, World } from './world.ts';

/** A user's browser: it keeps cookies and sends forms with the CSRF token. */
export interface Browser {
  signIn(email: string, password: string, shows?: readonly string[]): Promise<WebAnswer>;
  open(path: string, shows?: readonly string[]): Promise<WebAnswer>;
  send(path: string, fields: Readonly<Record<string, string>>, shows?: readonly string[]): Promise<WebAnswer>;
}

let browsers = 0;

/** The session cookie and the CSRF token are secrets too: only this browser may see them. */
export function openBrowser({ ask, canaries, forgetLimits }: World): Browser {
  browsers += 1;
  const number = browsers;
  const address = `10.8.0.${number}`; // sign-ins are limited by address
  const cookies = new Map<string, string>();
  let sessions = 0;
  const session = () => [`session ${number}.${sessions}`, `form token ${number}.${sessions}`];

  async function request(
    method: string,
    path: string,
    fields: Readonly<Record<string, string>> | undefined,
    shows: readonly string[],
  ): Promise<WebAnswer> {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const answer = await ask(method, path, {
      headers: { 'x-forwarded-for': address, ...(cookie && { cookie }) },
      ...(fields && { body: new URLSearchParams(fields) }),
      shows: [...session(), ...shows],
    });
    for (const given of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(given) ?? [];
      cookies.set(name, value);
    }
    return answer;
  }

  return {
    async signIn(email, password, shows = []) {
      sessions += 1;
      const [sessionName = '', tokenName = ''] = session();
      const answer = await request('POST', '/dashboard/sign-in', { email, password }, shows);
      const given = answer.headers.getSetCookie().find((each) => each.startsWith('waitlist-session='));
      if (!given) return answer;
      canaries.secret(sessionName, { value: cookies.get('waitlist-session') ?? '' });
      canaries.secret(tokenName, { value: tokenIn(await request('GET', '/dashboard', undefined, [])) });
      return answer;
    },
    open: (path, shows = []) => request('GET', path, undefined, shows),
    async send(path, fields, shows = []) {
      await forgetLimits(); // forms that call providers are limited
      const csrf = tokenIn(await request('GET', '/dashboard', undefined, []));
      return request('POST', path, { csrf, ...fields }, shows);
    },
  };
}

function tokenIn({ body }: WebAnswer): string {
  return /name="csrf" value="([^"]+)"/.exec(body)?.[1] ?? 'none';
}
