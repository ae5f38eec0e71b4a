import { isTestAccount } from '../../account/accounts/test-account.ts';
import { nilId } from '../../platform/ids.ts';
import { isByKey, keysOf, type RowKey, rowsByKey } from '../../platform/postgres/by-key.ts';
import { pipeline, type Sql, type Tx } from '../../platform/postgres/connection.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import { isJob, lockJobs } from '../../platform/queue/outbox.ts';
import type { ManagedEmail } from '../allowance/managed.ts';
import { kindOfEmail } from '../kinds.ts';
import { lockEmails } from '../mails/mails.ts';
import type { TemplateKind } from '../parts.ts';
import type { EmailProviderType } from '../providers/index.ts';
import { knowsRepeats } from './email-route.ts';

const perBatch = 500;

/** A mail that waits to be sent, with the provider that it would go to. */
interface WaitingEmail extends RowKey {
  readonly kind: TemplateKind;
  readonly route: 'own' | 'managed';
  readonly provider: EmailProviderType;
  /** Of the account's own settings. */
  readonly version: string | null;
}

export interface WaitingSearch {
  readonly managed: ManagedEmail | null;
  /** Whether providers with idempotency keys still know what they were given since the mails were stored. */
  readonly isRemembered: boolean;
}

/** Waiting mails of all accounts that may have left, by provider; and those whose provider would know. */
export interface WaitingCounts {
  readonly uncertain: Readonly<Record<string, number>>;
  readonly recognized: number;
}

/**
 * Counts the mails that wait, in a database that was restored: each may have left after the moment that it
 * was restored to. Held ones, and those of a test mode, are left out. Reads 500 at a time.
 */
export async function countWaitingEmails(sql: Sql, search: WaitingSearch): Promise<WaitingCounts> {
  const uncertain: Record<string, number> = {};
  let recognized = 0;
  await eachBatch(sql, search, async (mails) => {
    const open = mails.filter((mail) => isUncertain(mail, search));
    recognized += mails.length - open.length;
    for (const { provider } of open) uncertain[provider] = (uncertain[provider] ?? 0) + 1;
  });
  return { uncertain, recognized };
}

/**
 * Has workers record those mails as sent, perhaps, as if each had been in the hands of a worker that died
 * (C6.5): none is sent, and they can be listed, asked for and sent again.
 * @param old the database of before the restore: what had not left there is sent
 * @returns how many
 */
export async function holdWaitingEmails(sql: Sql, search: WaitingSearch, old?: Sql): Promise<number> {
  let held = 0;
  await eachBatch(sql, search, async (mails) => {
    const uncertain = mails.filter((mail) => isUncertain(mail, search));
    const unsent = old && uncertain.length > 0 ? await listUnsent(old, uncertain) : new Set();
    const open = uncertain.filter(({ id }) => !unsent.has(id));
    if (open.length > 0) held += await transaction(sql, (tx) => markAsInterrupted(tx, open));
  });
  return held;
}

/**
 * Whether a mail must not simply be sent. One that yields is made anew with another id, should it be taken
 * back: no provider knows it then.
 */
const isUncertain = ({ provider, kind }: WaitingEmail, { isRemembered }: WaitingSearch) =>
  !isRemembered || !knowsRepeats(provider) || kindOfEmail(kind).yields === true;

/** The ids of those that have not been handed to a provider. */
async function listUnsent(sql: Sql, mails: readonly RowKey[]): Promise<Set<string>> {
  const rows = await sql<{ id: string }[]>`
    SELECT m.id FROM ${rowsByKey(sql, 'mails', keysOf(sql, mails))} m WHERE m.state NOT IN ('sending', 'sent')`;
  return new Set(rows.map(({ id }) => id));
}

async function markAsInterrupted(tx: Tx, mails: readonly WaitingEmail[]): Promise<number> {
  const given = mails.map(({ id, route, provider, version }) => ({ id, route, provider, version }));
  const [, , changed] = await pipeline(
    lockJobs(tx, 'send-signup-email', mails),
    lockEmails(tx, mails),
    tx<{ id: string }[]>`
    UPDATE mails m
    SET (state, route, provider, provider_version, rendered) = (
      SELECT 'sending', g.route, g.provider, g.version, NULL::json
      FROM json_to_recordset(${JSON.stringify(given)}::text::json) AS g(id uuid, route text, provider text, version uuid) WHERE g.id = m.id)
    WHERE ${isByKey(tx, 'mails', keysOf(tx, mails))} AND m.state = 'queued' RETURNING m.id`,
    // Some wait for a permit until tomorrow.
    tx`UPDATE outbox SET due_at = least(due_at, clock_timestamp()) WHERE ${isJob(tx, 'send-signup-email', mails)}`,
  );
  return changed.length;
}

/** Goes over the queued mails of all accounts, in the order of the keys of their jobs. */
async function eachBatch(
  sql: Sql,
  { managed }: WaitingSearch,
  work: (mails: readonly WaitingEmail[]) => Promise<void>,
): Promise<void> {
  for (let after: RowKey | undefined = { accountId: nilId, id: nilId }; after; ) {
    const { accountId, id }: RowKey = after;
    const rows: WaitingRow[] = await sql<WaitingRow[]>`
      SELECT job.account_id, job.id, m.kind, p.type AS own_provider, p.version AS own_version
      FROM (
        SELECT account_id, id FROM outbox WHERE job = 'send-signup-email' AND (account_id, job, id) > (${accountId}, 'send-signup-email', ${id})
        ORDER BY account_id, job, id LIMIT ${perBatch}) job
      LEFT JOIN LATERAL (SELECT kind FROM mails WHERE account_id = job.account_id AND id = job.id AND state = 'queued' LIMIT 1) m ON true
      LEFT JOIN LATERAL (SELECT type, version FROM email_providers WHERE account_id = job.account_id LIMIT 1) p ON true
      ORDER BY job.account_id, job.id`;
    await work(rows.flatMap((row) => toWaiting(row, managed) ?? []));
    const last: WaitingRow | undefined = rows[perBatch - 1];
    after = last && { accountId: last.account_id, id: last.id };
  }
}

interface WaitingRow {
  account_id: string;
  id: string;
  /** Null for a mail that does not wait. */
  kind: TemplateKind | null;
  own_provider: EmailProviderType | null;
  own_version: string | null;
}

function toWaiting(row: WaitingRow, managed: ManagedEmail | null): WaitingEmail | undefined {
  const { account_id: accountId, id, kind, own_provider, own_version } = row;
  if (kind === null || isTestAccount(accountId)) return undefined;
  if (own_provider)
    return { accountId, id, kind, route: 'own', provider: own_provider, version: own_version };
  return managed
    ? { accountId, id, kind, route: 'managed', provider: managed.type, version: null }
    : undefined;
}
