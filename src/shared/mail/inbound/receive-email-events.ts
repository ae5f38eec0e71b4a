import { rankOf } from '../../list/mail-state/status.ts';
import { AppError } from '../../platform/errors.ts';
import { newId, platformAccountId } from '../../platform/ids.ts';
import { uniqueViolation } from '../../platform/postgres/connection.ts';
import { statement } from '../../platform/postgres/transaction.ts';
import type { JobNotifier } from '../../platform/queue/job-notifier.ts';
import { isStorable } from '../../platform/schema/text.ts';
import type { Context } from '../context.ts';
import { hashOfLink, toWrittenLink } from '../mail-events/clicked-link.ts';
import { type EmailEventInput, storeEmailEvents } from '../mail-events/event-queries.ts';
import { badSignature } from '../providers/inbound-body.ts';
import { type EmailProviderType, emailProviderOf } from '../providers/index.ts';
import type { InboundEvent, InboundEvents, InboundRequest } from '../providers/provider.ts';
import { unsealProvider } from '../settings/email-provider.ts';
import { findEmailProviderByToken } from '../settings/provider-queries.ts';

type ReceiveContext = Context & { notifier: JobNotifier };

/**
 * Receives events of mails sent with an account's own provider; the token only selects the secret that
 * verifies them (§4.8).
 * @throws AppError unauthorized; invalid_request
 */
export async function receiveAccountEvents(
  ctx: ReceiveContext,
  token: string,
  request: InboundRequest,
): Promise<void> {
  const row = isStorable(token) ? await findEmailProviderByToken(ctx.sql, token) : undefined;
  if (!row) {
    ctx.metrics.emailEvents.inc({ provider: 'unknown', outcome: 'bad_token' });
    throw badSignature();
  }
  const { type, provider, secret } = unsealProvider(ctx, row);
  await receive(ctx, { type, events: provider.events, secret, accountId: row.account_id }, request);
}

/**
 * Receives events of mails sent on the service's own credentials. @throws AppError unauthorized;
 * invalid_request
 */
export async function receiveManagedEvents(ctx: ReceiveContext, request: InboundRequest): Promise<void> {
  const { managed } = ctx.config.email;
  if (!managed) throw badSignature();
  const { type, webhookSecret = null } = managed;
  await receive(
    ctx,
    {
      type,
      events: emailProviderOf(type).events,
      secret: webhookSecret,
      accountId: platformAccountId, // the events find theirs by the mail
    },
    request,
  );
}

interface Origin {
  readonly type: EmailProviderType;
  readonly events: InboundEvents | null;
  readonly secret: string | null;
  readonly accountId: string;
}

/** Resolves once the events are committed (C6.9); a worker applies them. */
async function receive(ctx: ReceiveContext, origin: Origin, request: InboundRequest): Promise<void> {
  const count = (outcome: string, events = 1) =>
    ctx.metrics.emailEvents.inc({ provider: origin.type, outcome }, events);
  try {
    const { received, stored, unreadable } = await store(ctx, origin, request);
    if (unreadable.length > 0) {
      count('malformed', unreadable.length);
      const reasons = [...new Set(unreadable)].slice(0, 10);
      ctx.log.warn({ provider: origin.type, events: unreadable.length, reasons }, 'unreadable mail events');
    }
    if (received + unreadable.length === 0) count('ignored');
    if (stored > 0) count('stored', stored);
    if (received > stored) count('repeated', received - stored);
  } catch (error) {
    if (error instanceof AppError && error.code === 'unauthorized') count('bad_signature');
    if (error instanceof AppError && error.code === 'invalid_request') count('malformed');
    throw error;
  }
}

/**
 * @returns how many events the request brought, how many of them are new, and of those that cannot be read
 * what is wrong
 */
async function store(
  ctx: ReceiveContext,
  { type, events, secret, accountId }: Origin,
  request: InboundRequest,
): Promise<{ received: number; stored: number; unreadable: readonly string[] }> {
  if (!events || secret === null) throw badSignature();
  await events.verify(request, secret, ctx.httpClient);
  await events.confirm?.(request, ctx.httpClient);
  const unreadable: string[] = [];
  const parsed = events.parse(request, ({ issues: [issue] }) => {
    unreadable.push(`${issue?.path.join('.') || 'event'}: ${issue?.code}`); // no value: it may be an address
    return [];
  });
  if (parsed.length === 0) return { received: 0, stored: 0, unreadable };
  try {
    const origin = { account_id: accountId, provider: type };
    const stored = await statement(ctx.sql, (tx) => storeEmailEvents(tx, origin, parsed.map(toRow)));
    ctx.notifier.notify(
      'apply-email-event',
      stored.map((id) => ({ id, accountId })),
    );
    return { received: parsed.length, stored: stored.length, unreadable };
  } catch (error) {
    // A token that may be used once came with another event: it was overheard.
    if (uniqueViolation(error) === 'email_events_nonce') throw badSignature();
    throw error;
  }
}

function toRow(event: InboundEvent): EmailEventInput {
  return {
    id: newId(),
    event_id: event.id,
    nonce: event.nonce,
    status_rank: rankOf(event.status),
    bounce_class: event.bounce?.class ?? null,
    bounce_reason: event.bounce?.reason ?? null,
    occurred_at: event.occurredAt,
    provider_message_id: event.providerMessageId,
    signup_id: event.emailId,
    clicked_link: event.status === 'clicked' ? hashOfClicked(event.link) : null,
  };
}

/** Of the address itself, which may hold a token of the person, nothing is kept. */
function hashOfClicked(link = ''): string | null {
  const written = toWrittenLink(link);
  return written === undefined ? null : hashOfLink(written);
}
