import type { Caller } from '../../api-keys/caller.ts';
import type { Context } from '../../context.ts';
import { type EmailUsage, readUsage } from '../allowance/read-usage.ts';
import { type EmailProviderType, emailProviderOf } from '../providers/index.ts';
import {
  countUnsentEmails,
  listRefusedEmails,
  type RefusedEmail,
  type ResendableState,
  type UnsentCounts,
} from '../sending/refused-queries.ts';
import { countWaitingEmails } from '../sending/throttle-queries.ts';
import { webhookUrlOf } from './email-provider.ts';
import { findEmailProvider } from './provider-queries.ts';

/** How an account's mails go out now (C6.2), or why they do not. */
export type EmailWay =
  | {
      readonly kind: 'own';
      readonly type: EmailProviderType;
      readonly from: string;
      /** Where its events are to be sent; null where it has none. */
      readonly webhookUrl: string | null;
      /** Whether events can be told from forged ones: without a secret they are refused. */
      readonly hasSecret: boolean;
    }
  | { readonly kind: 'managed'; readonly from: string }
  | { readonly kind: 'none'; readonly because: 'plan' | 'service' };

/** An account's mails: their way, their month, and those that did not leave. */
export interface EmailState {
  readonly way: EmailWay;
  readonly usage: EmailUsage;
  /** What held mails wait for: a way, a place in the month's allowance, or just their turn. */
  readonly heldFor: 'way' | 'allowance' | 'turn';
  /** Mails that wait because their provider takes fewer at a time. */
  readonly waiting: number;
  readonly unsent: Readonly<UnsentCounts>;
  /** The newest ones that can be sent again. */
  readonly refused: Readonly<Record<ResendableState, readonly RefusedEmail[]>>;
}

const shownRefused = 20;

/** What there is to know about an account's mails, live. */
export async function readEmailState(ctx: Context, caller: Caller): Promise<EmailState> {
  const { accountId } = caller;
  const [way, usage, waiting, unsent, config_error, failed] = await Promise.all([
    readWay(ctx, caller),
    readUsage(ctx, caller),
    countWaitingEmails(ctx.sql, accountId),
    countUnsentEmails(ctx.sql, accountId),
    listRefusedEmails(ctx.sql, accountId, 'config_error', shownRefused),
    listRefusedEmails(ctx.sql, accountId, 'failed', shownRefused),
  ]);
  return { way, usage, heldFor: heldFor(way, usage), waiting, unsent, refused: { config_error, failed } };
}

async function readWay(ctx: Context, { accountId, allowance }: Caller): Promise<EmailWay> {
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

function heldFor({ kind }: EmailWay, { reserved, allowance }: EmailUsage): EmailState['heldFor'] {
  if (kind === 'none') return 'way';
  return kind === 'managed' && reserved >= allowance ? 'allowance' : 'turn';
}
