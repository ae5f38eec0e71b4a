import type { LightMyRequestResponse } from 'fastify';
import { formKeyOf, signFormTime } from '../../../src/shared/capabilities/forms/form-time.ts';
import { newId } from '../../../src/shared/platform/ids.ts';
import { listOf, type TestList } from '../list.ts';
import type { TestAccount } from '../service/make.ts';
import type { Service } from '../service/service.ts';

/** A waitlist with a signup page. */
export interface PageList extends TestList {
  readonly name: string;
  readonly path: string;
  /** Changes settings. */
  set(payload: object): Promise<LightMyRequestResponse>;
  /** A signed time of so many milliseconds ago. */
  time(agoMs?: number): Promise<string>;
  /** Opens the page as a browser. */
  open(query?: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  /** Posts as the page does, each time from another address. A header that is empty is left out. */
  post(values: Record<string, string>, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
}

let made = 0;
let addresses = 0;

/** Creates a waitlist with a page. */
export async function makePageList(
  service: Service,
  account: TestAccount,
  settings: { readonly page?: object; readonly [group: string]: object | undefined } = {},
): Promise<PageList> {
  made += 1;
  const list = listOf(
    service,
    account,
    await service.waitlist(account, { name: `Orbit ${newId().slice(-6)}` }),
  );
  const set = (payload: object) => service.call('PATCH', `${list.url}/settings`, account.key, { payload });
  const slug = `orbit-${made}-${newId().slice(-8)}`;
  const answer = await set({ ...settings, page: { enabled: true, slug, ...settings.page } });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  const path = new URL(answer.json().page.url).pathname;
  const time = async (agoMs = 10_000) =>
    signFormTime(formKeyOf(await service.ctx.linkSigner()), `page:${list.id}`, Date.now() - agoMs);
  return {
    ...list,
    name: path.slice(3),
    path,
    set,
    time,
    open: (query = '', headers = {}) =>
      service.app.inject({ url: `${path}${query}`, headers: { accept: 'text/html', ...headers } }),
    async post(values, headers = {}) {
      addresses += 1;
      const given = {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8',
        origin: service.ctx.config.baseUrl,
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0',
        'x-forwarded-for': `198.19.${(addresses >> 8) & 255}.${addresses & 255}`,
        ...headers,
      };
      return service.app.inject({
        method: 'POST',
        url: path,
        payload: new URLSearchParams({ _time: await time(), ...values }).toString(),
        headers: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '')),
      });
    },
  };
}
