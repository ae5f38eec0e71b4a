import { readAccount } from '../../account/administration/read-account.ts';
import type { Caller } from '../../account/api-keys/caller.ts';
import { readAllHealth } from '../../events/integrations/health/read-health.ts';
import type { IntegrationType } from '../../events/names.ts';
import { type EmailUsage, readUsage } from '../../mail/allowance/read-usage.ts';
import { type EmailState, heldFor, readRoute } from '../../mail/email-state/read-email-state.ts';
import { countRefusedEmails } from '../../mail/resending/refused-queries.ts';
import type { Context } from '../context.ts';
import {
  type FailingIntegration,
  type ListToReview,
  type ListWithClosedForm,
  listClosedForms,
  listFailing,
  listToReview,
} from './queries.ts';

/** From this share of a limit on its use is shown, in percent. */
const nearPercent = 80;

/** More than these are not counted. */
const mostCounted = 1_000;

/** Of so many lists the open reviews are told. */
const mostToReview = 5;

/** So many lists are told whose form refuses everybody. */
const mostClosed = 5;

/** What a user should look at. */
export type Attention =
  | { readonly about: 'integration'; readonly integration: FailingIntegration }
  /** It works again, but events have not arrived. `count` may stand for more. */
  | {
      readonly about: 'undelivered';
      readonly type: IntegrationType;
      readonly count: number;
      readonly since: string;
    }
  | {
      readonly about: 'refused';
      readonly because: 'settings' | 'attempts';
      readonly count: number;
      /** There are more than `count`. */
      readonly isMore: boolean;
    }
  | {
      readonly about: 'held';
      readonly count: number;
      readonly heldFor: EmailState['heldFor'];
      readonly month: string;
    }
  | { readonly about: 'form'; readonly list: ListWithClosedForm }
  | { readonly about: 'reviews'; readonly list: ListToReview }
  /** Further lists have open reviews. */
  | { readonly about: 'more reviews' }
  | { readonly about: 'allowance'; readonly usage: EmailUsage }
  | { readonly about: 'signups'; readonly used: number; readonly limit: number; readonly isFull: boolean };

/**
 * What is wrong in an account, and what soon will be; empty if nothing is (C11.3). Reads few rows, however
 * many mails failed.
 */
export async function readAttention(ctx: Context, caller: Caller): Promise<Attention[]> {
  const { accountId } = caller;
  const { integrations, signups: limit } = caller.limits;
  const [failing, health, settings, attempts, usage, route, closed, toReview, { quota }] = await Promise.all([
    integrations ? listFailing(ctx.sql, accountId) : [],
    integrations ? readAllHealth(ctx, caller) : [],
    countRefusedEmails(ctx.sql, accountId, 'config_error', mostCounted + 1),
    countRefusedEmails(ctx.sql, accountId, 'failed', mostCounted + 1),
    readUsage(ctx, caller),
    readRoute(ctx, caller),
    listClosedForms(ctx.sql, accountId, mostClosed),
    listToReview(ctx.sql, accountId, mostToReview + 1),
    readAccount(ctx, caller),
  ]);
  const refused = (because: 'settings' | 'attempts', count: number): Attention[] =>
    count === 0
      ? []
      : [
          {
            about: 'refused',
            because,
            count: Math.min(count, mostCounted),
            isMore: count > mostCounted,
          },
        ];
  const { held, month, reserved, allowance } = usage;
  const isNear = (used: number, of: number) => of > 0 && 100 * used >= nearPercent * of;
  return [
    ...failing.map((integration): Attention => ({ about: 'integration', integration })),
    ...[...health].flatMap(([type, { state, missed_since: since, undelivered: count }]): Attention[] =>
      state === 'ok' && since !== null && count > 0 && !failing.some((each) => each.type === type)
        ? [{ about: 'undelivered', type, count, since }]
        : [],
    ),
    ...refused('settings', settings),
    ...refused('attempts', attempts),
    ...(held > 0 && heldFor(route, usage) !== 'turn'
      ? [{ about: 'held', count: held, heldFor: heldFor(route, usage), month } as const]
      : []),
    ...closed.map((list): Attention => ({ about: 'form', list })),
    ...toReview.slice(0, mostToReview).map((list): Attention => ({ about: 'reviews', list })),
    ...(toReview.length > mostToReview ? [{ about: 'more reviews' } as const] : []),
    ...(route.kind === 'managed' && isNear(reserved, allowance)
      ? [{ about: 'allowance', usage } as const]
      : []),
    ...(limit !== null && isNear(quota.signups_used, limit)
      ? [{ about: 'signups', used: quota.signups_used, limit, isFull: !quota.can_add_signup } as const]
      : []),
  ];
}
