import { randomUUID } from 'node:crypto';
import { until } from '../../until.ts';
import type { Plant, Planting } from './plant.ts';

/**
 * Imports a file that has the person in rows of its own and of others, and leaves the dry run of another.
 */
async function plantImports(planting: Planting): Promise<void> {
  const [list, dry] = [await planting.makeList(), await planting.makeList()];
  const imported = await upload(planting, list, fileOf(planting));
  const path = `/v1/waitlists/${list}/imports/${imported}`;
  await untilImport(planting, path, 'ready');
  await planting.call('POST', `${path}/start`, {}, { 'idempotency-key': randomUUID() });
  await untilImport(planting, path, 'finished');
  const left = await upload(
    planting,
    dry,
    fileOf(planting, [
      `code.${planting.name}x@example.com,was ${planting.email},,,"{""asked"":""${planting.email}""}",`,
    ]),
  );
  await untilImport(planting, `/v1/waitlists/${dry}/imports/${left}`, 'ready');
}

/** Uploads a file, which waits for its dry run if no worker runs. @returns the id of the import */
async function upload({ url, key }: Planting, list: string, csv: string): Promise<string> {
  const response = await fetch(`${url}/v1/waitlists/${list}/imports?preset=own`, {
    method: 'POST',
    body: csv,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'text/csv' },
  });
  const { id } = (await response.json()) as { id: string };
  if (response.status !== 201) throw new Error(`An upload was answered with ${response.status}`);
  return id;
}

/** A file with rows of the person, and rows of others that name it in every column. */
function fileOf({ name, email, phone }: Planting, more: readonly string[] = []): string {
  const lower = email.toLowerCase();
  const quoted = (value: object) => `"${JSON.stringify(value).replaceAll('"', '""')}"`;
  return [
    'email,referral_code,referred_by,id,metadata,fields',
    `${email},${lower},,${lower},${quoted({ phone })},`,
    `by.${name}x@example.com,,${email.toUpperCase()},r-2,,`,
    `id.${name}x@example.com,,,was ${lower},,${quoted({ [lower]: 'x' })}`,
    `key.${name}x@example.com,,,,${quoted({ [lower]: 5 })},`,
    `${email.toUpperCase()},,,,,`,
    `${lower},,,,no object,`,
    ...more,
  ].join('\n');
}

async function untilImport({ call }: Planting, path: string, state: string): Promise<void> {
  await until(async () => ((await call('GET', path)) as { state?: string }).state === state, 60);
}

export const imports: Plant = {
  plant: plantImports,
  async plantPending(planting) {
    await upload(planting, await planting.makeList(), fileOf(planting));
  },
  places({ sql, named, own }) {
    const ofImport = (state: string) => sql`
      EXISTS (SELECT FROM imports i WHERE i.account_id = t.account_id AND i.id = t.import_id AND i.state = ${state})`;
    return {
      'signups: by an import': ['signups', sql`${own(sql`id`)} AND import_id IS NOT NULL`],
      'referral_aliases: an old code': ['referral_aliases', named(sql`alias`)],
      'imports: a warning': ['imports', named(sql`warnings`)],
      'import_outcomes: finished, of the person': [
        'import_outcomes',
        sql`${named(sql`email_key`)} AND ${ofImport('finished')}`,
      ],
      'import_outcomes: a dry run, of the person': [
        'import_outcomes',
        sql`${named(sql`email_key`)} AND ${ofImport('ready')}`,
      ],
      'import_rows: just uploaded': ['import_rows', sql`${named(sql`raw`)} AND ${ofImport('validating')}`],
      'import_rows: a row': ['import_rows', named(sql`raw -> 0`)],
      'import_outcomes: refused': ['import_outcomes', sql`${named(sql`email_key`)} AND outcome = 'rejected'`],
      'import_outcomes: what becomes of the row': ['import_outcomes', named(sql`signup`)],
      'import_outcomes: referred by the person': ['import_outcomes', named(sql`referred_by`)],
      'import_outcomes: a code': ['import_outcomes', sql`${named(sql`code`)} AND ${named(sql`email_key`)}`],
      'import_outcomes: a code of somebody else': [
        'import_outcomes',
        sql`${named(sql`code`)} AND NOT ${named(sql`email_key`)}`,
      ],
      'import_outcomes: an id': [
        'import_outcomes',
        sql`${named(sql`foreign_id`)} AND ${named(sql`email_key`)}`,
      ],
      'import_outcomes: an id of somebody else': [
        'import_outcomes',
        sql`${named(sql`foreign_id`)} AND NOT ${named(sql`email_key`)}`,
      ],
      'import_rows: referred by the person': ['import_rows', named(sql`raw -> 2`)],
      'import_outcomes: why a row is refused': ['import_outcomes', named(sql`error`)],
    };
  },
};
