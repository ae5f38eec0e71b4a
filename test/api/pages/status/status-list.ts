import type { LightMyRequestResponse } from 'fastify';
import { listOf } from '../../../support/list.ts';
import type { TestAccount } from '../../../support/service/make.ts';
import type { Service } from '../../../support/service/service.ts';

let addresses = 0;
/** An address that nobody has read from, so that the limit per address does not apply. */
export const newAddress = (): string => `203.0.113.${++addresses % 250}`;

/** A person on a list, and what the status page answers. */
export interface StatusPerson {
  readonly id: string;
  readonly code: string;
  readonly path: string;
  /** Gets a path below the page. */
  get(rest?: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
}

/** A waitlist with a status page. */
export async function makeStatusList(
  service: Service,
  account: TestAccount,
  settings: object = {},
  change = {},
) {
  const list = listOf(service, account, await service.waitlist(account, change));
  const set = async (payload: object) => {
    const answer = await service.call('PATCH', `${list.url}/settings`, account.key, { payload });
    if (answer.statusCode !== 200) throw new Error(answer.body);
  };
  await set({ links: { site_url: 'https://acme.test/join', status_page: true }, ...settings });
  return {
    ...list,
    set,
    /** Signs up, and reads the link of the page. */
    async person(email: string, referral_code?: string): Promise<StatusPerson> {
      const { id, referral_code: code } = await list.add({ email, ...(referral_code && { referral_code }) });
      const links = await service.call('GET', `${list.url}/signups/${id}/links`, account.key);
      const path = `/s/${links.json().status_token}`;
      const get: StatusPerson['get'] = async (rest = '', headers = {}) =>
        service.app.inject({
          url: `${path}${rest}`,
          headers: { 'x-forwarded-for': newAddress(), ...headers },
        });
      return { id, code, path, get };
    },
  };
}
