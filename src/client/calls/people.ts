import { type CallOptions, type Connection, dataOf, type Schemas } from '../connection.ts';

/** What is kept about a person, on all waitlists. */
export function peopleCalls({ api }: Connection) {
  return {
    /** Everything that is kept about an address, on all waitlists. */
    exportPerson: (email: string, call?: CallOptions): Promise<Schemas['PersonExport']> =>
      dataOf(api.POST('/v1/people/export', { body: { email }, ...call })),
    /** Erases it. The address gets no mails any more, unless `suppress` is false. */
    erasePerson: (
      email: string,
      { suppress = true, ...call }: CallOptions & { readonly suppress?: boolean } = {},
    ): Promise<Schemas['Erasure']> =>
      dataOf(api.POST('/v1/people/erase', { body: { email, suppress }, ...call })),
  };
}
