import type { Caller } from '../../account/api-keys/caller.ts';
import { type EmailUsage, readUsage } from '../allowance/read-usage.ts';
import type { Context } from '../context.ts';
import { type EmailProviderType, emailProviderOf } from '../providers/index.ts';
import {
  countUnsentEmails,
  listRefusedEmails,
  type RefusedEmail,
  type ResendableState,
  type UnsentCounts,
} from '../resending/refused-queries.ts';
import { findOutage, type Outage } from '../sending/throttles/outage-queries.ts';
import { countWaitingEmails, throttleSourceOf } from '../sending/throttles/throttle-queries.ts';
import { webhookUrlOf } from '../settings/email-provider.ts';
import { findEmailProvider } from '../settings/provider-queries.ts';

/** How an account's mails go out now (C6.2), or why they do not. */
export type EmailRouteState =
  | {
      readonly kind: 'own';
      readonly type: EmailProviderType;
      readonly from: string;
      /** Where its events are to be sent; null for a provider without events. */
      readonly webhookUrl: string | null;
      /** Without a secret, events cannot be verified and are refused. */
      readonly hasSecret: boolean;
    }
  /** Of a test mode: mails go nowhere. */
  | { readonly kind: 'test' }
  | { readonly kind: 'managed'; readonly from: string }
  | { readonly kind: 'none'; readonly because: 'plan' | 'service' };

/** An account's mails: their route, their month, and the unsent ones. */
export interface EmailState {
  readonly route: EmailRouteState;
  readonly usage: EmailUsage;
  /** What held mails wait for: a route, the month's allowance, or only their turn. */
  readonly heldFor: 'route' | 'allowance' | 'turn';
  /** Mails that wait because the provider limits their rate, or is down. */
  readonly waiting: number;
  /** Of the server that the mails go to; null if that is not known to be down. */
  readonly outage: Outage | null;
  /** Counts above `mostCounted` stand for more than that. */
  readonly unsent: Readonly<UnsentCounts>;
  /** The newest ones that can be sent again. */
  readonly refused: Readonly<Record<ResendableState, readonly RefusedEmail[]>>;
}

/** Mails that were not sent are counted up to so many of each kind: an account may have a million. */
export const mostCounted = 10_000;
const shownRefused = 20;

/** The current state of an account's mails. */
export async function readEmailState(ctx: Context, caller: Caller): Promise<EmailState> {
  const { accountId } = caller;
  const route = await readRoute(ctx, caller);
  const [outage, usage, waiting, unsent, config_error, failed, ambiguous] = await Promise.all([
    route.kind === 'own' || route.kind === 'managed'
      ? findOutage(ctx.sql, throttleSourceOf(route.kind, accountId))
      : null,
    readUsage(ctx, caller),
    countWaitingEmails(ctx.sql, accountId),
    countUnsentEmails(ctx.sql, accountId, mostCounted + 1),
    listRefusedEmails(ctx.sql, accountId, 'config_error', shownRefused),
    listRefusedEmails(ctx.sql, accountId, 'failed', shownRefused),
    listRefusedEmails(ctx.sql, accountId, 'ambiguous', shownRefused),
  ]);
  return {
    route,
    usage,
    heldFor: heldFor(route, usage),
    waiting,
    outage,
    unsent,
    refused: { config_error, failed, ambiguous },
  };
}

/** The account's route, or why it has none. */
export async function readRoute(
  ctx: Context,
  { accountId, allowance, isTest }: Caller,
): Promise<EmailRouteState> {
  if (isTest) return { kind: 'test' };
  const row = await findEmailProvider(ctx.sql, accountId);
  if (row) {
    const type = row.type as EmailProviderType;
    return {
      kind: 'own',
      type,
      from: row.from_address,
      webhookUrl: emailProviderOf(type).events && webhookUrlOf(ctx, row.token),
      hasSecret: row.sealed_secret !== null,
    };
  }
  const { managed } = ctx.config.email;
  if (!managed) return { kind: 'none', because: 'service' };
  return allowance === 0 ? { kind: 'none', because: 'plan' } : { kind: 'managed', from: managed.from };
}

/**
 * Whether the service learns what becomes of a mail: that it was delivered, opened, clicked, or came back.
 * `unset`: once the webhook of the provider has its secret.
 */
export type MailReports = 'reported' | 'unset' | 'never' | 'no_mail';

/** Whether the service learns what becomes of the mails of a route. */
export function mailReportsOf({ config }: Context, route: EmailRouteState): MailReports {
  if (route.kind === 'none') return 'no_mail';
  if (route.kind === 'test') return 'reported';
  const type = route.kind === 'own' ? route.type : config.email.managed?.type;
  if (!type || !emailProviderOf(type).events) return 'never';
  return route.kind === 'own' && !route.hasSecret ? 'unset' : 'reported';
}

/** What held mails wait for. */
export function heldFor(
  { kind }: EmailRouteState,
  { reserved, allowance }: EmailUsage,
): EmailState['heldFor'] {
  if (kind === 'none') return 'route';
  return kind === 'managed' && reserved >= allowance ? 'allowance' : 'turn';
}
