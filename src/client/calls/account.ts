import { type CallOptions, type Connection, dataOf, type Schemas } from '../connection.ts';
import { defined } from '../defined.ts';

/** Which entries of the audit log. */
export interface AuditLogOptions extends CallOptions {
  readonly limit?: number;
  /** The `next_cursor` of the last page. */
  readonly after?: string;
}

/** The audit log of the account. */
export function accountCalls({ api }: Connection) {
  return {
    /** A page of the audit log, newest first. */
    listAuditLog: ({ signal, ...query }: AuditLogOptions = {}): Promise<Schemas['AuditPage']> =>
      dataOf(api.GET('/v1/audit-log', { params: { query: defined(query) }, ...defined({ signal }) })),
  };
}
