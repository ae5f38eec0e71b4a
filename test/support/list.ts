import type { LightMyRequestResponse } from 'fastify';
import type { SignupRequest } from '../../src/shared/list/signups/queries.ts';
import { newReferralCode } from '../../src/shared/list/signups/referral-code.ts';
import type { Signup, SignupResult } from '../../src/shared/list/signups/schema.ts';
import { newId } from '../../src/shared/platform/ids.ts';
import type { AccountOptions, TestAccount } from './service/make.ts';
import type { Service } from './service/service.ts';
import { recount } from './storm/invariants.ts';

interface SignupPage {
  data: Signup[];
  total: number;
  limit: number;
  offset: number;
  has_more: boolean;
}

/** A waitlist and what tests do with it. */
export interface TestList {
  readonly account: TestAccount;
  readonly id: string;
  /** `/v1/waitlists/{id}` */
  readonly url: string;
  signUp(body: Record<string, unknown>): Promise<LightMyRequestResponse>;
  /** Signs up and returns the result. @throws Error with the answer if it is not 201 */
  add(body: Record<string, unknown>): Promise<SignupResult>;
  remove(signupId: string): Promise<LightMyRequestResponse>;
  /** Creates a custom field. */
  field(key: string, type: string, change?: { required?: boolean }): Promise<void>;
  /** Reads a page of the signups. `query` has no question mark. */
  page(query?: string): Promise<SignupPage>;
  /** The signup with this email. @throws Error if there is none */
  find(email: string): Promise<Signup>;
  /** A request for `addSignups` without optional values. */
  request(
    email: string,
    change?: Partial<SignupRequest & { code: string }>,
  ): SignupRequest & { code: string };
  /** Inserts `count` rows with SQL: positions 1 to `count`, emails `person{position}@example.com`. */
  fill(count: number, referrer?: string): Promise<void>;
}

/** Creates a waitlist in a new account. */
export async function makeList(
  service: Service,
  options: AccountOptions = {},
  change?: Record<string, unknown>,
): Promise<TestList> {
  const account = await service.account(options);
  return listOf(service, account, await service.waitlist(account, change));
}

/** Wraps an existing waitlist. */
export function listOf(service: Service, account: TestAccount, id: string): TestList {
  const url = `/v1/waitlists/${id}`;
  const signUp: TestList['signUp'] = (body) => service.signUp(account, id, body);
  const page: TestList['page'] = async (query = '') => {
    const response = await service.call('GET', `${url}/signups?${query}`, account.key);
    if (response.statusCode !== 200) throw new Error(response.body);
    return response.json();
  };
  return {
    account,
    id,
    url,
    signUp,
    page,
    async add(body) {
      const response = await signUp(body);
      if (response.statusCode !== 201) throw new Error(response.body);
      return response.json();
    },
    remove: (signupId) => service.call('DELETE', `${url}/signups/${signupId}`, account.key),
    async field(key, type, more = {}) {
      const payload = { key, label: key, type, ...more };
      const response = await service.call('POST', `${url}/fields`, account.key, { payload });
      if (response.statusCode !== 201) throw new Error(response.body);
    },
    async find(email) {
      const [signup] = (await page(`email=${encodeURIComponent(email)}`)).data;
      if (!signup) throw new Error(`no ${email}`);
      return signup;
    },
    request: (email, more = {}) => ({
      account_id: account.accountId,
      waitlist_id: id,
      signup_cap: null,
      mailed: false,
      notified: false,
      id: newId(),
      code: newReferralCode(),
      email,
      email_key: email,
      utm_source: null,
      referrer: null,
      referrer_domain: null,
      referrer_code: null,
      metadata: {},
      fields: {},
      ...more,
    }),
    async fill(count, referrer) {
      await service.sql.begin(async (tx) => {
        await tx`SET LOCAL statement_timeout = 0`; // the service never inserts so many rows in one statement
        await tx`
          INSERT INTO signups (account_id, id, waitlist_id, position, email, email_key, referral_code, referrer, metadata, fields, created_at)
          SELECT ${account.accountId}, gen_random_uuid(), ${id}, n, 'person' || n || '@example.com', 'person' || n || '@example.com',
                 substr(md5(${id} || n), 1, 10), ${referrer ?? null}, '{}', '{}', date_trunc('milliseconds', clock_timestamp())
          FROM generate_series(1, ${count}::integer) n`;
      });
      await recount(service.sql, id);
    },
  };
}
