import { monthlyAllowance } from '../../account/accounts/allowance.ts';
import { plans } from '../../account/plans.ts';
import type { Context } from '../context.ts';
import type { AccountFacts } from './fact-queries.ts';
import type { NoticeKey } from './queries.ts';
import type { NoticeFacts } from './schema.ts';

/** Something that the users of an account are to be told, while it lasts. */
export interface Cause extends NoticeKey {
  readonly level: number;
  readonly facts: NoticeFacts;
}

/** Fewer mails than these say little about a list. */
const leastMails = 20;
const mostBouncedPercent = 5;
const nearPercent = 80;

/** What holds of an account now (N8). */
export function findCauses({ config }: Pick<Context, 'config'>, account: AccountFacts): Cause[] {
  return [
    ...refusalOf(account),
    ...outageOf(account),
    ...bouncesOf(account),
    ...(config.email.managed && !account.has_email_provider ? allowanceOf(account) : []),
    ...limitOf(account),
    ...account.bursts.map(
      (burst): Cause => ({
        kind: 'referrals',
        subject: burst.waitlist_id,
        level: 0,
        facts: { about: 'referrals', ...burst },
      }),
    ),
  ];
}

function refusalOf({ refusal }: AccountFacts): Cause[] {
  if (refusal === null) return [];
  const reason = refusal || 'unknown';
  return [{ kind: 'email_refused', subject: '', level: 0, facts: { about: 'email_refused', reason } }];
}

function outageOf({ outage }: AccountFacts): Cause[] {
  if (outage === null) return [];
  const facts = { about: 'email_down', since: outage.since, reason: outage.error } as const;
  return [{ kind: 'email_down', subject: '', level: 0, facts }];
}

function bouncesOf({ sent, bounced }: AccountFacts): Cause[] {
  if (sent < leastMails || 100 * bounced <= mostBouncedPercent * sent) return [];
  return [{ kind: 'bounces', subject: '', level: 0, facts: { about: 'bounces', sent, bounced } }];
}

function allowanceOf(account: AccountFacts): Cause[] {
  const allowance = monthlyAllowance(account);
  const { reserved: used } = account;
  const percent = levelOf(used, allowance);
  if (percent === 0) return [];
  const facts = { about: 'allowance', percent, used, allowance } as const;
  return [{ kind: 'allowance', subject: '', level: percent, facts }];
}

function limitOf({ plan, signups: used }: AccountFacts): Cause[] {
  const { signups: limit, acceptedSignups: accepted } = plans[plan];
  if (limit === null || accepted === null) return [];
  const percent = levelOf(used, limit);
  if (percent === 0) return [];
  const facts = { about: 'signup_limit', percent, used, limit, accepted } as const;
  return [{ kind: 'signup_limit', subject: '', level: percent, facts }];
}

function levelOf(used: number, of: number): 0 | 80 | 100 {
  if (of === 0 || 100 * used < nearPercent * of) return 0;
  return used >= of ? 100 : nearPercent;
}
