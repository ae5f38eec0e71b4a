import type { paths } from '../api-types.ts';
import {
  type CallOptions,
  type Connection,
  dataOf,
  type KeyedCallOptions,
  keyHeader,
  type PageOptions,
  type Schemas,
} from '../connection.ts';
import { defined } from '../defined.ts';
import type { Page } from '../each-item.ts';

type ImportQuery = NonNullable<paths['/v1/waitlists/{id}/imports']['post']['parameters']['query']>;

/** A file of signups: its text, or what it is read from. A stream is sent as it is read. */
export type ImportFile = string | Blob | ReadableStream<Uint8Array>;

/** How a file becomes signups. */
export interface ImportOptions extends CallOptions, Readonly<ImportQuery> {}

type ImportOutcome = NonNullable<Schemas['ImportRow']['outcome']>;

/** Files of signups that are moved in. */
export function importCalls({ api, fetch }: Connection) {
  return {
    /** Uploads a file of signups. It is sent once: a stream cannot be sent again. */
    createImport: (
      waitlistId: string,
      file: ImportFile,
      { signal, ...query }: ImportOptions = {},
    ): Promise<Schemas['Import']> =>
      dataOf(
        api.POST('/v1/waitlists/{id}/imports', {
          params: { path: { id: waitlistId }, query: defined(query) },
          body: file as never,
          bodySerializer: (body: unknown) => body as BodyInit,
          headers: { 'content-type': 'text/csv' },
          duplex: 'half',
          fetch,
          ...defined({ signal }),
        } as never),
      ) as Promise<Schemas['Import']>,
    /** Starts it, if it would still create `expected_count` signups. */
    startImport: (
      waitlistId: string,
      importId: string,
      body: Schemas['ImportStart'] = {},
      { idempotencyKey, ...call }: KeyedCallOptions = {},
    ): Promise<Schemas['Import']> =>
      dataOf(
        api.POST('/v1/waitlists/{id}/imports/{importId}/start', {
          params: { path: { id: waitlistId, importId }, header: keyHeader(idempotencyKey) },
          body,
          ...call,
        }),
      ),
    listImportRows: (
      waitlistId: string,
      importId: string,
      { outcome, limit, offset, ...call }: PageOptions & { readonly outcome?: ImportOutcome } = {},
    ): Promise<Page<Schemas['ImportRow']>> =>
      dataOf(
        api.GET('/v1/waitlists/{id}/imports/{importId}/rows', {
          params: { path: { id: waitlistId, importId }, query: defined({ outcome, limit, offset }) },
          ...call,
        }),
      ),
    /** Streams the rows as CSV, each with what becomes of it and why. */
    exportImportRows: (
      waitlistId: string,
      importId: string,
      { outcome, ...call }: CallOptions & { readonly outcome?: ImportOutcome } = {},
    ): Promise<ReadableStream<Uint8Array>> =>
      dataOf(
        api.GET('/v1/waitlists/{id}/imports/{importId}/rows.csv', {
          params: { path: { id: waitlistId, importId }, query: defined({ outcome }) },
          parseAs: 'stream',
          ...call,
        }),
      ) as Promise<ReadableStream<Uint8Array>>,
  };
}
