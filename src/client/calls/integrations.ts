import type { paths } from '../api-types.ts';
import {
  type CallOptions,
  type Connection,
  dataOf,
  done,
  type KeyedCallOptions,
  keyHeader,
  type Schemas,
} from '../connection.ts';
import { defined } from '../defined.ts';
import { eachEvent } from '../each-event.ts';

type EventQuery = NonNullable<paths['/v1/events']['get']['parameters']['query']>;

export interface EventListOptions extends CallOptions, Readonly<Omit<EventQuery, 'types'>> {
  readonly types?: readonly Schemas['FeedEvent']['type'][];
}

/** Integrations with their deliveries, and the feed of events. */
export function integrationCalls({ api }: Connection) {
  const listEvents = ({ signal, types, ...query }: EventListOptions = {}): Promise<Schemas['EventPage']> =>
    dataOf(
      api.GET('/v1/events', {
        params: { query: defined({ ...query, types: types?.join(',') }) },
        ...defined({ signal }),
      }),
    );

  return {
    listIntegrations: (call?: CallOptions): Promise<Schemas['Integration'][]> =>
      dataOf(api.GET('/v1/integrations', { ...call })),
    setIntegration: (
      type: IntegrationType,
      config: Schemas['IntegrationSettings']['config'],
      call?: CallOptions,
    ): Promise<Schemas['SavedIntegration']> =>
      dataOf(api.PUT('/v1/integrations/{type}', { params: { path: { type } }, body: { config }, ...call })),
    updateIntegration: (
      type: IntegrationType,
      body: Schemas['IntegrationChange'],
      call?: CallOptions,
    ): Promise<Schemas['Integration']> =>
      dataOf(api.PATCH('/v1/integrations/{type}', { params: { path: { type } }, body, ...call })),
    deleteIntegration: (type: IntegrationType, call?: CallOptions) =>
      done(api.DELETE('/v1/integrations/{type}', { params: { path: { type } }, ...call })),
    listDeliveries: (type: IntegrationType, call?: CallOptions): Promise<Schemas['DeliveryRecord'][]> =>
      dataOf(api.GET('/v1/integrations/{type}/deliveries', { params: { path: { type } }, ...call })),
    readDelivery: (
      type: IntegrationType,
      deliveryId: string,
      call?: CallOptions,
    ): Promise<Schemas['DeliveryDetails']> =>
      dataOf(
        api.GET('/v1/integrations/{type}/deliveries/{deliveryId}', {
          params: { path: { type, deliveryId } },
          ...call,
        }),
      ),
    readHealth: (type: IntegrationType, call?: CallOptions): Promise<Schemas['IntegrationHealth']> =>
      dataOf(api.GET('/v1/integrations/{type}/health', { params: { path: { type } }, ...call })),
    /** The new secret is only in the answer to the first call with an idempotency key. */
    rotateSecret: (
      overlapHours: number,
      { idempotencyKey, ...call }: KeyedCallOptions = {},
    ): Promise<Schemas['RotatedSecret']> =>
      dataOf(
        api.POST('/v1/integrations/webhook/rotate-secret', {
          params: { header: keyHeader(idempotencyKey) },
          body: { overlap_hours: overlapHours },
          ...call,
        }),
      ),
    /** Delivers an event once more. */
    redeliver: (
      type: IntegrationType,
      eventId: string,
      { idempotencyKey, ...call }: KeyedCallOptions = {},
    ): Promise<Schemas['Redelivery']> =>
      dataOf(
        api.POST('/v1/integrations/{type}/events/{eventId}/redeliver', {
          params: { path: { type, eventId }, header: keyHeader(idempotencyKey) },
          ...call,
        }),
      ),
    /** Delivers the events of a time once more; with `dry_run` it only counts them. */
    replay: (
      type: IntegrationType,
      body: Schemas['ReplayRequest'],
      { idempotencyKey, ...call }: KeyedCallOptions = {},
    ): Promise<Schemas['Replay']> =>
      dataOf(
        api.POST('/v1/integrations/{type}/replay', {
          params: { path: { type }, header: keyHeader(idempotencyKey) },
          body,
          ...call,
        }),
      ),
    listEvents,
    /**
     * Every event behind the cursor `after`, oldest first, up to the last one there is, each with the cursor
     * to keep once it is handled.
     */
    eachEvent: (options: Omit<EventListOptions, 'limit'> = {}) => eachEvent(listEvents, options),
  };
}

type IntegrationType = Schemas['Integration']['type'];
