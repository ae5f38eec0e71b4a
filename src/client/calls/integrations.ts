import type { paths } from '../api-types.ts';
import {
  type CallOptions,
  type Connection,
  dataOf,
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

/** Settings of integrations, and the feed of events. */
export function integrationCalls({ api }: Connection) {
  const listEvents = ({ signal, types, ...query }: EventListOptions = {}): Promise<Schemas['EventPage']> =>
    dataOf(
      api.GET('/v1/events', {
        params: { query: defined({ ...query, types: types?.join(',') }) },
        ...defined({ signal }),
      }),
    );

  return {
    setIntegration: (
      type: IntegrationType,
      config: Schemas['IntegrationSettings']['config'],
      call?: CallOptions,
    ): Promise<Schemas['SavedIntegration']> =>
      dataOf(api.PUT('/v1/integrations/{type}', { params: { path: { type } }, body: { config }, ...call })),
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
    listEvents,
    /**
     * Every event behind the cursor `after`, oldest first, up to the last one there is, each with the cursor
     * to keep once it is handled.
     */
    eachEvent: (options: Omit<EventListOptions, 'limit'> = {}) => eachEvent(listEvents, options),
  };
}

type IntegrationType = Schemas['Integration']['type'];
