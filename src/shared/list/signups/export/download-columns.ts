import type { Sql } from '../../../platform/postgres/connection.ts';
import type { Context } from '../../context.ts';
import { listFields } from '../../fields/queries.ts';
import { maxFieldsPerWaitlist } from '../../fields/schema.ts';
import { referralLink } from '../../links/page-urls.ts';
import { signupPageUrl } from '../../links/signup-page.ts';
import type { WaitlistKey } from '../../parts.ts';
import { findSettings } from '../../settings/queries.ts';
import { toSettings } from '../../settings/schema.ts';
import { peopleColumns } from '../people-columns.ts';
import { listNames } from '../queries.ts';
import type { ExportedRow } from './export-queries.ts';

/** The columns of a download behind those of the export. */
export interface DownloadColumns {
  readonly names: readonly string[];
  /** Reads what is needed for the rows of a page. @returns the values of a row, in the order of the names */
  read(sql: Sql, rows: readonly ExportedRow[]): Promise<(row: ExportedRow) => unknown[]>;
}

/**
 * What people look for in a spreadsheet: what others tell of signups, such as rewards, the link to share, the
 * address of the referrer, and each custom field in a column of its own.
 */
export async function downloadColumns(
  { sql: pool, config }: Context,
  { accountId, waitlistId }: WaitlistKey,
): Promise<DownloadColumns> {
  const page = { limit: maxFieldsPerWaitlist, offset: 0 };
  const [fields, stored] = await Promise.all([
    listFields(pool, accountId, waitlistId, page),
    findSettings(pool, accountId, waitlistId),
  ]);
  const settings = toSettings(stored);
  const site = signupPageUrl(settings, accountId, config.baseUrl);
  const told = [...peopleColumns()].filter(([, { isExported = false }]) => !isExported);
  return {
    names: [
      ...told.map(([name]) => name),
      ...['referral_link', 'referrer_email'],
      ...fields.map(({ key }) => `field.${key}`),
    ],
    async read(sql, rows) {
      const ids = rows.map(({ id }) => id);
      const [names, ...values] = await Promise.all([
        listNames(sql, accountId, [...new Set(rows.flatMap(({ referred_by }) => referred_by ?? []))]),
        ...told.map(([, column]) => column.read(sql, accountId, ids, settings)),
      ]);
      const emailOf = new Map(names.map(({ id, email }) => [id, email]));
      return (row) => [
        ...values.map((texts) => texts.get(row.id) ?? ''),
        site === null ? '' : referralLink(site, row.referral_code),
        emailOf.get(row.referred_by ?? '') ?? '',
        ...fields.map(({ key }) => row.fields[key] ?? ''),
      ];
    },
  };
}
