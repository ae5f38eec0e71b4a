import type { FakeProvider } from '../../support/fakes/fake-provider.ts';
import type { TestAccount } from '../../support/service/make.ts';
import type { Service } from '../../support/service/service.ts';

/** An account with a waitlist and a webhook to a receiver. */
export interface Hooked {
  readonly account: TestAccount;
  readonly waitlist: string;
  readonly secret: string;
  readonly integrationId: string;
}

/** The calls that tests of events make. */
export function hookCalls(service: Service, receiver: () => FakeProvider) {
  const put = (account: TestAccount, config: Record<string, unknown> = {}) =>
    service.call('PUT', '/v1/integrations/webhook', account.key, {
      payload: { config: { url: `${receiver().url}/hook`, ...config } },
    });
  const get = async (account: TestAccount, path: string) =>
    (await service.call('GET', `/v1/${path}`, account.key)).json();
  const post = (account: TestAccount, path: string, payload?: object, headers = {}) =>
    service.call('POST', `/v1/integrations/webhook/${path}`, account.key, {
      ...(payload && { payload }),
      headers,
    });

  return {
    put,
    get,
    post,
    async hooked(config: Record<string, unknown> = {}): Promise<Hooked> {
      const account = await service.account({ plan: 'launch' });
      const made = await put(account, config);
      const [row] = await service.sql`SELECT id FROM integrations WHERE account_id = ${account.accountId}`;
      const waitlist = await service.waitlist(account);
      return { account, waitlist, secret: made.json().signing_secret, integrationId: row?.id };
    },
    setEnabled: (account: TestAccount, enabled: boolean) =>
      service.call('PATCH', '/v1/integrations/webhook', account.key, { payload: { enabled } }),
    signUp: async ({ account, waitlist }: Pick<Hooked, 'account' | 'waitlist'>, name = 'ada', body = {}) =>
      (await service.signUp(account, waitlist, { email: `${name}@example.com`, ...body })).json(),
    /** Makes everything that waits due, as if so much time had passed. */
    makeDue: (account: TestAccount) =>
      service.sql`UPDATE outbox SET due_at = clock_timestamp() - interval '1 second' WHERE account_id = ${account.accountId}`,
  };
}
