import { noFacts } from '../../platform/queue/jobs.ts';
import type { Plug } from '../plug.ts';
import { failDeadImports } from './fail-imports.ts';
import { personOfImports } from './person.ts';
import { pruneImports } from './prune-imports.ts';
import { deleteAliasesOf, deleteImportsOf, purgeImportRows } from './prune-queries.ts';

declare module '../../platform/queue/jobs.ts' {
  interface Jobs {
    'validate-import': typeof noFacts;
    'run-import': typeof noFacts;
  }
}

export const imports = {
  jobs: { 'validate-import': noFacts, 'run-import': noFacts },
  list: {
    importBegan: (sql, accountId) =>
      sql`(SELECT started_at FROM imports WHERE account_id = ${accountId} AND id = s.import_id)`,
    removal: { of: deleteAliasesOf },
    purge: { rows: purgeImportRows, beforeLock: deleteImportsOf },
  },
  person: personOfImports,
  maintenance: [
    {
      everyMs: 5_000,
      run: failDeadImports,
      failing: 'imports that workers die of cannot be ended',
      recovered: 'imports that workers die of are ended again',
    },
    {
      everyMs: 60_000,
      run: (ctx) => pruneImports(ctx, ctx.stopping),
      failing: 'old imports cannot be deleted',
      recovered: 'old imports are deleted again',
    },
  ],
} satisfies Plug;
