import { toCaller } from '../../../account/api-keys/caller.ts';
import { integrationNames } from '../../../events/names.ts';
import { percentChange } from '../../../list/stats/percent-change.ts';
import { addDays } from '../../../list/stats/window.ts';
import type { Context } from '../../context.ts';
import { type Attention, readAttention } from '../../overview/read-attention.ts';
import type { NoticeText } from '../notice-text.ts';
import { findDigestAccount, type ListOfWeek, listWeeks } from './queries.ts';

const shownLists = 20;

/**
 * The week before a Monday in words: signups of each list, the change to the week before, and what needs
 * attention now (N8). Days are in UTC. @returns undefined if the account is gone
 */
export async function readDigest(
  ctx: Context,
  accountId: string,
  upTo: string,
): Promise<NoticeText | undefined> {
  const account = await findDigestAccount(ctx.sql, accountId);
  if (!account) return undefined;
  const [lists, attention] = await Promise.all([
    listWeeks(ctx.sql, accountId, upTo, shownLists),
    readAttention(ctx, toCaller({ ...account, scopes: [] })),
  ]);
  const { lists: total = 0, all_signups: signups = 0 } = lists[0] ?? {};
  return {
    subject: `${account.name}: ${countOf(signups, 'new signup')} last week`,
    heading: `Your week, ${addDays(upTo, -7)} to ${addDays(upTo, -1)}`,
    lines: [
      ...(lists.length === 0 ? ['You have no waitlists yet.'] : lists.map(describeList)),
      ...(total > lists.length ? [describeOthers(total - lists.length, signups - sumOf(lists))] : []),
      ...(attention.length === 0
        ? ['Nothing needs your attention.']
        : attention.map((item) => `Needs attention: ${describeAttention(item)}`)),
    ],
    url: `${ctx.config.baseUrl}/dashboard`,
  };
}

const formatCount = (count: number) => count.toLocaleString('en-US');
const countOf = (count: number, one: string) => `${formatCount(count)} ${count === 1 ? one : `${one}s`}`;
const sumOf = (lists: readonly ListOfWeek[]) => lists.reduce((sum, { signups }) => sum + signups, 0);

function describeList({ name, total, signups, before }: ListOfWeek): string {
  return `${name}: ${countOf(signups, 'new signup')} (${changeOf(signups, before)}), ${formatCount(total)} in all.`;
}

/** The lists that the mail has no line for. */
function describeOthers(lists: number, signups: number): string {
  return `And ${lists === 1 ? 'another waitlist' : `${formatCount(lists)} others`} with ${countOf(signups, 'new signup')}.`;
}

function changeOf(signups: number, before: number): string {
  if (signups === before) return 'as many as the week before';
  const difference = `${formatCount(Math.abs(signups - before))} ${signups > before ? 'more' : 'fewer'} than the week before`;
  const change = percentChange(signups, before);
  return change === null ? difference : `${difference}, ${change}`;
}

function describeAttention(item: Attention): string {
  switch (item.about) {
    case 'integration': {
      const name = integrationNames[item.integration.type];
      return item.integration.is_disabled
        ? `${name} was disabled because it kept failing: ${item.integration.error}`
        : `${name} failed at its newest delivery.`;
    }
    case 'undelivered':
      return `${countOf(item.count, 'event')} ${item.count === 1 ? 'was' : 'were'} not delivered to ${integrationNames[item.type]}: replay ${item.count === 1 ? 'it' : 'them'}.`;
    case 'refused': {
      const count = `${item.isMore ? 'over ' : ''}${countOf(item.count, 'email')} failed`;
      return item.because === 'settings'
        ? `${count} because of the email settings.`
        : `${count} after several attempts.`;
    }
    case 'held': {
      const waiting = `${countOf(item.count, 'email')} ${item.count === 1 ? 'is' : 'are'} waiting`;
      return item.heldFor === 'route'
        ? `${waiting}: no email provider is set up.`
        : `${waiting}: the allowance is used up.`;
    }
    case 'form':
      return `the form of ${item.list.name} refuses everybody: it does not ask for ${item.list.unasked.join(', ')}.`;
    case 'reviews':
      return `${countOf(item.list.open, 'referral')} of ${item.list.name} ${item.list.open === 1 ? 'waits' : 'wait'} for a decision.`;
    case 'more reviews':
      return 'referrals of other waitlists wait for a decision, too.';
    case 'allowance':
      return `${formatCount(item.usage.reserved)} of ${formatCount(item.usage.allowance)} emails of this month’s allowance are used.`;
    case 'signups':
      return `${formatCount(item.used)} of ${formatCount(item.limit)} signups of your plan are used.`;
  }
}
