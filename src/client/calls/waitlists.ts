import {
  type CallOptions,
  type Connection,
  dataOf,
  done,
  type KeyedCallOptions,
  keyHeader,
  type PageOptions,
  type Schemas,
} from '../connection.ts';
import { defined } from '../defined.ts';
import { eachItem, type Page } from '../each-item.ts';

/** Waitlists with their settings, custom fields and statistics. */
export function waitlistCalls({ api }: Connection) {
  const listWaitlists = ({
    limit,
    offset,
    ...call
  }: PageOptions = {}): Promise<Page<Schemas['WaitlistWithCount']>> =>
    dataOf(api.GET('/v1/waitlists', { params: { query: defined({ limit, offset }) }, ...call }));
  const listFields = (
    waitlistId: string,
    { limit, offset, ...call }: PageOptions = {},
  ): Promise<Page<Schemas['FieldDefinition']>> =>
    dataOf(
      api.GET('/v1/waitlists/{id}/fields', {
        params: { path: { id: waitlistId }, query: defined({ limit, offset }) },
        ...call,
      }),
    );

  return {
    createWaitlist: (
      body: Schemas['NewWaitlist'],
      { idempotencyKey, ...call }: KeyedCallOptions = {},
    ): Promise<Schemas['CreatedWaitlist']> =>
      dataOf(api.POST('/v1/waitlists', { params: { header: keyHeader(idempotencyKey) }, body, ...call })),
    listWaitlists,
    /** All waitlists, newest first. */
    waitlists: (call?: CallOptions): AsyncGenerator<Schemas['WaitlistWithCount'], void, undefined> =>
      eachItem(
        (page) => listWaitlists({ ...page, ...call }),
        ({ id }) => id,
      ),
    readWaitlist: (id: string, call?: CallOptions): Promise<Schemas['Waitlist']> =>
      dataOf(api.GET('/v1/waitlists/{id}', { params: { path: { id } }, ...call })),
    updateWaitlist: (
      id: string,
      body: Schemas['WaitlistChange'],
      call?: CallOptions,
    ): Promise<Schemas['Waitlist']> =>
      dataOf(api.PATCH('/v1/waitlists/{id}', { params: { path: { id } }, body, ...call })),
    deleteWaitlist: (id: string, call?: CallOptions) =>
      done(api.DELETE('/v1/waitlists/{id}', { params: { path: { id } }, ...call })),
    readSettings: (waitlistId: string, call?: CallOptions): Promise<Schemas['WaitlistSettings']> =>
      dataOf(api.GET('/v1/waitlists/{id}/settings', { params: { path: { id: waitlistId } }, ...call })),
    /** What the patch leaves out stays; null resets a setting. */
    updateSettings: (
      waitlistId: string,
      body: Schemas['WaitlistSettingsChange'],
      call?: CallOptions,
    ): Promise<Schemas['WaitlistSettings']> =>
      dataOf(
        api.PATCH('/v1/waitlists/{id}/settings', { params: { path: { id: waitlistId } }, body, ...call }),
      ),
    revokeLinks: (
      waitlistId: string,
      kind: Schemas['LinkRevocation']['kind'],
      { idempotencyKey, ...call }: KeyedCallOptions = {},
    ) =>
      done(
        api.POST('/v1/waitlists/{id}/links/revoke', {
          params: { path: { id: waitlistId }, header: keyHeader(idempotencyKey) },
          body: { kind },
          ...call,
        }),
      ),
    /** `from` and `to` are days, as `YYYY-MM-DD`. */
    readStats: (
      waitlistId: string,
      { from, to, ...call }: CallOptions & { readonly from?: string; readonly to?: string } = {},
    ): Promise<Schemas['Stats']> =>
      dataOf(
        api.GET('/v1/waitlists/{id}/stats', {
          params: { path: { id: waitlistId }, query: defined({ from, to }) },
          ...call,
        }),
      ),
    createField: (
      waitlistId: string,
      body: Schemas['NewField'],
      { idempotencyKey, ...call }: KeyedCallOptions = {},
    ): Promise<Schemas['FieldDefinition']> =>
      dataOf(
        api.POST('/v1/waitlists/{id}/fields', {
          params: { path: { id: waitlistId }, header: keyHeader(idempotencyKey) },
          body,
          ...call,
        }),
      ),
    listFields,
    updateField: (
      waitlistId: string,
      key: string,
      body: Schemas['FieldChange'],
      call?: CallOptions,
    ): Promise<Schemas['FieldDefinition']> =>
      dataOf(
        api.PATCH('/v1/waitlists/{id}/fields/{key}', {
          params: { path: { id: waitlistId, key } },
          body,
          ...call,
        }),
      ),
    deleteField: (waitlistId: string, key: string, call?: CallOptions) =>
      done(
        api.DELETE('/v1/waitlists/{id}/fields/{key}', { params: { path: { id: waitlistId, key } }, ...call }),
      ),
  };
}
