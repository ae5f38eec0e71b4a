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
import { eachItem } from '../each-item.ts';
import type { PlainCalls } from './plain-calls.ts';

/** Waitlists with their links and statistics. */
export function waitlistCalls({ api }: Connection, { listWaitlists }: PlainCalls) {
  return {
    /** All waitlists, newest first. */
    waitlists: (call?: CallOptions): AsyncGenerator<Schemas['WaitlistWithCount'], void, undefined> =>
      eachItem(
        (page) => listWaitlists({ ...page, ...call }),
        ({ id }) => id,
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
    /** `from` and `to` are days, as `YYYY-MM-DD`. `include` names further facts, separated by commas. */
    readStats: (
      waitlistId: string,
      {
        from,
        to,
        include,
        ...call
      }: CallOptions & { readonly from?: string; readonly to?: string; readonly include?: string } = {},
    ): Promise<Schemas['Stats']> =>
      dataOf(
        api.GET('/v1/waitlists/{id}/stats', {
          params: { path: { id: waitlistId }, query: defined({ from, to, include }) },
          ...call,
        }),
      ),
  };
}
