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
import { eachItem, type Page } from '../each-item.ts';

type SuppressionQuery = NonNullable<paths['/v1/suppressions']['get']['parameters']['query']>;

/** Filters of suppressions. All that is given must hold; `email` looks up one address. */
export interface SuppressionListOptions
  extends CallOptions,
    Readonly<Omit<SuppressionQuery, 'limit' | 'offset'>> {}

/** What is kept about a person, on all waitlists, and addresses that get no mails. */
export function peopleCalls({ api }: Connection) {
  const listSuppressions = ({
    signal,
    ...query
  }: PageOptions & SuppressionListOptions = {}): Promise<Page<Schemas['Suppression']>> =>
    dataOf(api.GET('/v1/suppressions', { params: { query: defined(query) }, ...defined({ signal }) }));

  return {
    /** Everything that is kept about an address, on all waitlists. */
    exportPerson: (email: string, call?: CallOptions): Promise<Schemas['PersonExport']> =>
      dataOf(api.POST('/v1/people/export', { body: { email }, ...call })),
    /** Erases it. The address gets no mails any more, unless `suppress` is false. */
    erasePerson: (
      email: string,
      { suppress = true, idempotencyKey, ...call }: KeyedCallOptions & { readonly suppress?: boolean } = {},
    ): Promise<Schemas['Erasure']> =>
      dataOf(
        api.POST('/v1/people/erase', {
          params: { header: keyHeader(idempotencyKey) },
          body: { email, suppress },
          ...call,
        }),
      ),
    listSuppressions,
    /** All addresses that get no mails, or all that match. */
    suppressions: (
      options?: SuppressionListOptions,
    ): AsyncGenerator<Schemas['Suppression'], void, undefined> =>
      eachItem(
        (page) => listSuppressions({ ...page, ...options }),
        ({ id }) => id,
      ),
  };
}
