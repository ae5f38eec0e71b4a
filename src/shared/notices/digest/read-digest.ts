import { toCaller } from '../../api-keys/caller.ts';
import type { Context } from '../../context.ts';
import { type Attention, readAttention } from '../../overview/read-attention.ts';
import { addDays } from '../../stats/window.ts';
import type { NoticeText } from '../notice-text.ts';
import { findDigestAccount, type ListOfWeek, listWeeks } from './queries.ts';

const shownLists = 20;

/**
 * The week before a Monday in words: signups of each list, the change to the week before, and what needs attention now
 * (N8). Days are in UTC. @returns undefined if the account is gone
 */
export async function readDigest(
  ctx: Context,
  accountId: string,
  upTo: string,
): Promise<NoticeText | undefined> {
  const account = await findDigestAccount(ctx.sql, accountId);
  if (!account) return undefined;
  const [lists, attention] = await Promise.all([
    listWeeks(ctx.sql, accountId, upTo, shownLists + 1),
    readAttention(ctx, toCaller({ ...account, scopes: [] })),
  ]);
  const shown = lists.slice(0, shownLists);
  const signups = lists.reduce((total, list) => total + list.signups, 0);
  return {
    subject: `${account.name}: ${countOf(signups)} new signups last week`,
    heading: `Your week, ${addDays(upTo, -7)} to ${addDays(upTo, -1)}`,
    lines: [
      ...(shown.length === 0 ? ['You have no waitlists yet.'] : shown.map(describeList)),
      ...(lists.length > shownLists ? ['Further lists are in the dashboard.'] : []),
      ...(attention.length === 0
        ? ['Nothing needs your attention.']
        : attention.map((item) => `Needs attention: ${describeAttention(item)}`)),
    ],
    url: `${ctx.config.baseUrl}/dashboard`,
  };
}

const countOf = (count: number) => count.toLocaleString('en-US');

function describeList({ name, total, signups, before }: ListOfWeek): string {
  return `${name}: ${countOf(signups)} new signups (${changeOf(signups, before)}), ${countOf(total)} in all.`;
}

function changeOf(signups: number, before: number): string {
  if (signups === before) return 'as many as the week before';
  const difference = `${countOf(Math.abs(signups - before))} ${signups > before ? 'more' : 'fewer'} than the week before`;
  if (before === 0) return difference;
  return `${difference}, ${signups > before ? '+' : '−'}${Math.round((100 * Math.abs(signups - before)) / before)} %`;
}

function describeAttention(item: Attention): string {
  switch (item.about) {
    case 'integration':
      return item.integration.is_disabled
        ? `the integration ${item.integration.type} was disabled because it kept failing: ${item.integration.error}.`
        : `the integration ${item.integration.type} failed at its newest delivery.`;
    case 'refused': {
      const count = `${item.isMore ? 'over ' : ''}${countOf(item.count)} emails failed`;
      return item.because === 'settings'
        ? `${count} because of the email settings.`
        : `${count} after several attempts.`;
    }
    case 'held':
      return item.heldFor === 'route'
        ? `${countOf(item.count)} emails are waiting: no email provider is set up.`
        : `${countOf(item.count)} emails are waiting: the allowance is used up.`;
    case 'reviews':
      return `${countOf(item.list.open)} referrals of ${item.list.name} wait for a decision.`;
    case 'more reviews':
      return 'referrals of other waitlists wait for a decision, too.';
    case 'allowance':
      return `${countOf(item.usage.reserved)} of ${countOf(item.usage.allowance)} emails of this month’s allowance are used.`;
    case 'signups':
      return `${countOf(item.used)} of ${countOf(item.limit)} signups of your plan are used.`;
  }
}
