import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { formKeyOf, signFormTime } from '../../../src/shared/capabilities/forms/form-time.ts';
import { newId } from '../../../src/shared/platform/ids.ts';
import { listOf, type TestList } from '../list.ts';
import type { TestAccount } from '../service/make.ts';
import type { Service } from '../service/service.ts';

export const siteOrigin = 'https://site.example';

/** How a form is posted. */
interface PostOptions extends Omit<InjectOptions, 'headers'> {
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** As a browser without the script does; as the script does by default. */
  readonly plain?: boolean;
}

/** A waitlist with a form that is enabled. */
export interface FormList extends TestList {
  readonly form: { readonly id: string; readonly path: string };
  /** Changes settings. */
  set(payload: object): Promise<LightMyRequestResponse>;
  /** A signed time of so many milliseconds ago. */
  time(agoMs?: number): Promise<string>;
  /**
   * Posts from the site, each time from another address, with a good time unless the values say otherwise.
   */
  post(values: Record<string, string | undefined>, options?: PostOptions): Promise<LightMyRequestResponse>;
}

let addresses = 0;

/** What is set of some texts. */
const defined = (texts: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])),
  );

/** Creates a waitlist with a form. */
export async function makeFormList(
  service: Service,
  account: TestAccount,
  form: object = {},
): Promise<FormList> {
  const list = listOf(service, account, await service.waitlist(account, { name: `Form ${newId()}` }));
  const set = (payload: object) => service.call('PATCH', `${list.url}/settings`, account.key, { payload });
  const made = await set({
    abuse: { mode: 'enforce' },
    form: { enabled: true, origins: [siteOrigin], ...form },
  });
  if (made.statusCode !== 200) throw new Error(made.body);
  const { id } = made.json().form;
  const path = `/f/${id}`;
  const time = async (agoMs = 10_000) =>
    signFormTime(formKeyOf(await service.ctx.linkSigner()), id, Date.now() - agoMs);
  return {
    ...list,
    form: { id, path },
    set,
    time,
    async post(values, { plain = false, headers, ...options } = {}) {
      addresses += 1;
      const address = `198.18.${(addresses >> 8) & 255}.${addresses & 255}`; // now: others post meanwhile
      const given = defined({ _time: await time(), ...values });
      return service.app.inject({
        method: 'POST',
        url: path,
        payload: new URLSearchParams(given).toString(),
        ...options,
        headers: defined({
          'content-type': 'application/x-www-form-urlencoded',
          accept: plain ? 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' : 'application/json',
          origin: siteOrigin,
          'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0',
          'x-forwarded-for': address,
          ...headers,
        }),
      });
    },
  };
}
