import { z } from 'zod';
import { named } from '../../platform/schema/described.ts';
import type { PersonPart } from '../person-part.ts';
import { forgetRows, scrubImports } from './rows/scrub-imports.ts';
import { listRowsOfPerson, readRowsOf } from './rows/scrub-queries.ts';

const PersonImportRow = named(
  'PersonImportRow',
  z.object({
    import_id: z.uuid().describe('The import that the row is in.'),
    line: z.int().min(1).describe('The line of its file.'),
    cells: z.record(z.string(), z.string()).describe('The cells by the names of their columns.'),
  }),
);

declare module '../person-part.ts' {
  interface PersonLists {
    import_rows: z.infer<typeof PersonImportRow>[];
  }
}

const mostRows = 200;

/** The rows of imports with an address. */
export const personOfImports: PersonPart = {
  lists: {
    import_rows: {
      schema: z
        .array(PersonImportRow)
        .describe(
          'Rows with the address in files that were imported, for 30 days; at most 200, and fewer if they are large.',
        ),
      async read(sql, { accountId, emailKey }) {
        const found = await listRowsOfPerson(sql, accountId, emailKey, mostRows + 1);
        const rows = await readRowsOf(sql, accountId, found.slice(0, mostRows));
        const items = rows.map(({ import_id, line, columns, cells }) => ({
          import_id,
          line,
          cells: Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? ''])),
        }));
        return { items, isWhole: rows.length === found.length };
      },
    },
  },
  forget: forgetRows,
  scrub: scrubImports,
};
