import { describe, expect, test } from 'vitest';
import { monthlyAllowance } from '../../../src/shared/account/accounts/allowance.ts';
import { toCaller } from '../../../src/shared/account/api-keys/caller.ts';
import {
  type PlanName,
  planNames,
  plans,
  signupsPerMinutePerAddress,
} from '../../../src/shared/account/plans.ts';

/** The rows of the table of §8, with the enterprise values of C5.4; null where it says unlimited or full. */
const table = {
  signups: [500, null, null, null],
  acceptedSignups: [550, null, null, null], // rule 2
  waitlists: [1, 5, null, null],
  requestsPerMinute: [60, 300, 1_000, 10_000],
  apiKeys: [1, 5, null, null],
  managedEmails: [0, 5_000, 25_000, 250_000],
  statsDays: [30, null, null, null],
  integrations: [false, true, true, true],
  emailEvents: [false, true, true, true],
};

describe('the plans', () => {
  test('are the four of the specification, in its order (§8)', () => {
    expect(planNames).toEqual(['free', 'launch', 'scale', 'enterprise']);
  });

  test.each(planNames.map((name, column) => ({ name, column })))(
    '$name allows what its column says (§8, C5.4)',
    ({ name, column }) => {
      const expected = Object.entries(table).map(([limit, row]) => [limit, row[column]]);
      expect(plans[name]).toEqual(Object.fromEntries(expected));
    },
  );

  test('20 signups a minute come from one address, whatever the plan (§8 rule 1)', () => {
    expect(signupsPerMinutePerAddress).toBe(20);
  });
});

test.each<[PlanName, number | null, number]>([
  ['free', null, 0],
  ['launch', null, 6_000],
  ['scale', null, 30_000],
  ['enterprise', null, 300_000],
  ['free', 100, 120],
  ['launch', 0, 0],
  ['scale', 1, 1],
  ['enterprise', 4, 4],
  ['launch', 9, 10],
  ['free', 10, 12],
])(
  'on %s, with %s as the operator’s number, %d managed mails a month (§8 rule 3, C5.4, C6.4)',
  (plan, managed_emails_per_month, allowance) => {
    expect(monthlyAllowance({ plan, managed_emails_per_month })).toBe(allowance);
  },
);

test.each<[PlanName, number | null, number]>([
  ['free', null, 60],
  ['launch', null, 300],
  ['scale', null, 1_000],
  ['enterprise', null, 10_000],
  ['free', 5_000, 5_000],
  ['scale', 1, 1],
])(
  'on %s, with %s as the operator’s number, %d requests a minute (§8, C5.4)',
  (plan, requests_per_minute, budget) => {
    const caller = toCaller({
      account_id: '0190c0de-0000-7000-8000-000000000001',
      plan,
      requests_per_minute,
      managed_emails_per_month: null,
      has_email_provider: false,
      scopes: [],
    });
    expect(caller.requestsPerMinute).toBe(budget);
  },
);
