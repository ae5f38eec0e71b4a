import { transaction } from '../../platform/postgres/transaction.ts';
import type { Context } from '../context.ts';
import { isConnected } from './queries.ts';
import { findRecord, hashOf, upsertRecord } from './record-queries.ts';

/** As long as a refresh token: an app that is connected goes on while its document cannot be read. */
const connectedSeconds = 30 * 86_400;
/** Longer than the first access token, so that connecting and the first refresh need the document once. */
const newSeconds = 2 * 3_600;

const keyOf = (url: string) => ({ kind: 'ClientDocument', hash: hashOf(url) });

/** Keeps the document of an app that describes itself at a URL, for when its host is away. */
export async function keepClientDocument(
  ctx: Pick<Context, 'sql'>,
  url: string,
  payload: object,
): Promise<void> {
  const seconds = (await isConnected(ctx.sql, url)) ? connectedSeconds : newSeconds;
  await transaction(ctx.sql, (tx) => upsertRecord(tx, keyOf(url), { payload, grantId: null, seconds }));
}

/** The last good document of an app, if it is not too old. */
export async function findClientDocument(
  ctx: Pick<Context, 'sql'>,
  url: string,
): Promise<object | undefined> {
  return (await findRecord(ctx.sql, keyOf(url)))?.payload;
}
