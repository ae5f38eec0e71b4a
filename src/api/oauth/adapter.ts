import type { Adapter, AdapterPayload } from 'oidc-provider';
import { endGrant } from '../../shared/account/apps/end-grant.ts';
import {
  consumeRecord,
  deleteRecord,
  deleteRecordsOf,
  findRecord,
  hashOf,
  holdsGrant,
  unusedSeconds,
  upsertRecord,
} from '../../shared/account/apps/record-queries.ts';
import { statement, transaction } from '../../shared/platform/postgres/transaction.ts';
import type { WebContext } from '../web-context.ts';

/** What an app gets, and has no longer than it is connected. */
const ofApp: ReadonlySet<string> = new Set(['AuthorizationCode', 'AccessToken', 'RefreshToken']);

/**
 * Where the authorization server keeps what it remembers: in Postgres, so any process goes on with what
 * another began. Codes, tokens and ids are stored as hashes.
 * @throws Error from `consume` where it was used before: of two that come at once one gets nothing; and from
 *   `upsert` where the app has ended meanwhile
 */
export function adapterFor(ctx: WebContext, kind: string): Adapter {
  const key = (id: string) => ({ kind, hash: hashOf(id) });
  return {
    async upsert(id, { jti: _, ...payload }, expiresIn) {
      const grantId = kind === 'Grant' ? id : (payload.grantId ?? null);
      const isKept = kind === 'Client' || kind === 'Grant'; // once an app is connected
      const seconds = isKept ? unusedSeconds : (expiresIn ?? unusedSeconds);
      await transaction(ctx.sql, async (tx) => {
        if (ofApp.has(kind) && !(await holdsGrant(tx, String(grantId))))
          throw await refusal('the app has ended');
        await upsertRecord(tx, key(id), { payload, grantId, seconds });
      });
    },
    async find(id) {
      const found = await findRecord(ctx.sql, key(id));
      if (!found) return undefined;
      const { payload, consumed_at } = found;
      const named = kind === 'Client' ? payload : { ...payload, jti: id };
      return (consumed_at === null ? named : { ...named, consumed: true }) as AdapterPayload;
    },
    async consume(id) {
      const isFirst = await statement(ctx.sql, (tx) => consumeRecord(tx, key(id)));
      if (!isFirst) throw await refusal('it was used before');
    },
    async destroy(id) {
      if (kind === 'Grant') await endGrant(ctx, id);
      await statement(ctx.sql, (tx) => deleteRecord(tx, key(id)));
    },
    async revokeByGrantId(grantId) {
      await statement(ctx.sql, (tx) => deleteRecordsOf(tx, kind, grantId));
    },
    // For sign-ins by device and for signing out at several apps, which there are none of.
    findByUserCode: async () => undefined,
    findByUid: async () => undefined,
  };
}

async function refusal(why: string): Promise<Error> {
  const { errors } = await import('oidc-provider');
  return new errors.InvalidGrant(why);
}
