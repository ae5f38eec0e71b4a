import type { RowKey } from '../../../platform/postgres/by-key.ts';
import type { Sql, Tx } from '../../../platform/postgres/connection.ts';
import { hasAddress, isBefore } from '../../people/index.ts';

/** What people wrote of an announcement. */
export interface AnnouncementTexts {
  readonly name: string;
  readonly subject: string;
  readonly html: string;
  readonly design: Readonly<Record<string, unknown>> | null;
  /** Without ids. */
  readonly filter: Readonly<Record<string, unknown>>;
}

/**
 * Announcements from before the erasure whose texts may have an address, behind an id and in the order of
 * their ids.
 */
export function listToScrub(
  sql: Sql,
  erasure: RowKey,
  after: string,
  limit: number,
): Promise<(AnnouncementTexts & { readonly id: string })[]> {
  return sql<(AnnouncementTexts & { readonly id: string })[]>`
    SELECT id, name, subject, html, design, filter - 'ids' AS filter FROM announcements
    WHERE account_id = ${erasure.accountId} AND id > ${after} AND ${isBefore(sql, erasure, sql`created_at`)}
      AND ${hasAddress(sql, sql`concat(name, subject, html, design, filter - 'ids')`)}
    ORDER BY id LIMIT ${limit}`;
}

/** Replaces the texts of an announcement that the caller holds. Its ids stay. */
export async function saveTexts(
  tx: Tx,
  { accountId, id }: RowKey,
  { name, subject, html, design, filter }: AnnouncementTexts,
): Promise<void> {
  await tx`
    UPDATE announcements
    SET name = ${name}, subject = ${subject}, html = ${html}, design = ${design && JSON.stringify(design)}::text::jsonb,
        filter = filter || ${JSON.stringify(filter)}::text::jsonb
    WHERE account_id = ${accountId} AND id = ${id}`;
}
