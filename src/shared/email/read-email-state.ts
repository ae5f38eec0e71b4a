import type { Caller } from '../accounts/caller.ts';
import type { Context } from '../context.ts';
import { webhookUrlOf } from './email-provider.ts';
import { findEmailProvider } from './provider-queries.ts';
import { type EmailProviderType, emailProviderOf } from './providers/index.ts';
import { type EmailUsage, readUsage } from './read-usage.ts';
import { countUnsentEmails, listRefusedEmails, type RefusedEmail } from './refused-queries.ts';

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
  readonly unsent: { readonly config_error: number; readonly failed: number; readonly suppressed: number };
  /** The newest `config_error` mails. */
  readonly refused: readonly RefusedEmail[];
}

const shownRefused = 20;

/** What there is to know about an account's mails, live. */
export async function readEmailState(ctx: Context, caller: Caller): Promise<EmailState> {
  const [way, usage, unsent, refused] = await Promise.all([
    readWay(ctx, caller),
    readUsage(ctx, caller),
    countUnsentEmails(ctx.sql, caller.accountId),
    listRefusedEmails(ctx.sql, caller.accountId, shownRefused),
  ]);
  return { way, usage, heldFor: heldFor(way, usage), unsent, refused };
}

async function readWay(ctx: Context, { accountId, allowance }: Caller): Promise<EmailWay> {
  const row = await findEmailProvider(ctx.sql, accountId);
  if (row) {
    const type = row.type as EmailProviderType;
    return {
      kind: 'own',
      type,
      from: row.sender,
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
