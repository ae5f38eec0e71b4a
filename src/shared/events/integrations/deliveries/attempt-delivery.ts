import { clientOf } from '../../../account/accounts/client-of.ts';
import type { OutboundEvent } from '../../../list/publishing/events.ts';
import { includeFacts, type SignupFacts } from '../../../list/publishing/signup-facts.ts';
import { splitConfig } from '../../../platform/connections/config.ts';
import { openConfig } from '../../../platform/connections/sealed-config.ts';
import { withDeadline } from '../../../platform/outbound/http-client.ts';
import { logTogether } from '../../../platform/process/log-together.ts';
import type { Context } from '../../context.ts';
import { integrationProviderOf } from '../providers/index.ts';
import type { IntegrationConfig } from '../providers/provider.ts';
import { type IntegrationRow, sealedIntegration } from '../queries.ts';
import { noteExchanges } from './exchanges.ts';
import type { DeliveryOutcome } from './outcome-queries.ts';

/** For all requests of one attempt (C7.4). */
export const deliveryMs = 10_000;

/** An attempt to be made, whose record is written. */
interface AttemptToMake {
  /** Of the record. */
  readonly id: string;
  readonly integration: IntegrationRow;
  readonly event: OutboundEvent;
  /** Null for a test event. */
  readonly eventId: string | null;
  readonly seq: number | null;
  readonly facts: SignupFacts | null;
  /** The event as the first attempt sent it. */
  readonly body?: string | null;
  /** Whether other attempts at it may come, or came before. */
  readonly isRepeatable?: boolean;
}

/** An attempt that was made. */
export interface AttemptMade {
  readonly outcome: DeliveryOutcome;
  /** The event as it was sent. */
  readonly body: string;
  /** How long the receiver asks to wait; 0 if it does not. */
  readonly retryAfterSeconds: number;
}

/**
 * Makes an attempt at a delivery, with what the integration includes (N1). Never rejects: an error of ours is
 * a failed attempt too.
 */
export async function attemptDelivery(
  ctx: Pick<Context, 'config' | 'log' | 'vault' | 'httpClient' | 'testClient'>,
  {
    id,
    integration,
    event,
    eventId,
    seq,
    facts,
    body: sentBefore = null,
    isRepeatable = false,
  }: AttemptToMake,
): Promise<AttemptMade> {
  const { log, vault } = ctx;
  const of = { integration: integration.id, type: integration.type };
  const record = { account_id: integration.account_id, id, integration_id: integration.id, seq };
  try {
    const exchanges = noteExchanges(withDeadline(clientOf(ctx, integration.account_id), deliveryMs));
    const config = openConfig<IntegrationConfig>({ vault }, sealedIntegration.config, integration);
    const previousSecret = openPrevious(vault, integration);
    const provider = integrationProviderOf(integration.type);
    const source = { accountId: integration.account_id, baseUrl: ctx.config.baseUrl };
    const sent: OutboundEvent =
      sentBefore === null ? includeFacts(event, config.include ?? [], facts, source) : JSON.parse(sentBefore);
    const body = sentBefore ?? JSON.stringify(sent);
    const ofEvent = eventId ?? id;
    const delivery = { id: isRepeatable ? ofEvent : id, eventId: ofEvent, event: sent, body, previousSecret };
    const { warnings = [], ...attempt } = await provider.deliver(config, delivery, exchanges.httpClient);
    for (const warning of warnings)
      logTogether(log, 'warn', id, { ...of, warning }, 'a part of deliveries failed');
    const secrets = Object.values(splitConfig(provider, config).secrets).map(String);
    // A receiver may repeat its own address, whose path is known to nobody else.
    const { [provider.addressKey ?? '']: address } = { ...config } as Record<string, unknown>;
    if (typeof address === 'string') secrets.push(address);
    const details = exchanges.detailsOf(attempt, [...secrets, ...(previousSecret ? [previousSecret] : [])]);
    const retryAfterSeconds = attempt.status === 'failed' ? exchanges.retryAfterSeconds() : 0;
    return { outcome: { ...record, ...attempt, ...details }, body, retryAfterSeconds };
  } catch (err) {
    logTogether(log, 'error', id, { err, ...of }, 'deliveries failed before they were sent');
    const error = 'Something went wrong on our side.';
    const outcome: DeliveryOutcome = {
      ...record,
      status: 'failed',
      response_status: null,
      error,
      request: null,
      response: null,
    };
    return { outcome, body: sentBefore ?? JSON.stringify(event), retryAfterSeconds: 0 };
  }
}

function openPrevious(vault: Context['vault'], row: IntegrationRow): string | null {
  return row.sealed_previous === null
    ? null
    : vault.open(row.sealed_previous, sealedIntegration.previous.boundTo(row));
}
