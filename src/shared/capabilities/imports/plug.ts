import type { Plug } from '../plug.ts';
import { personOfImports } from './person.ts';
import { deleteAliasesOf, deleteImportsOf, purgeImportRows } from './prune-queries.ts';
import './jobs.ts';

export const imports: Plug = {
  list: {
    removal: { of: deleteAliasesOf },
    purge: { rows: purgeImportRows, beforeLock: deleteImportsOf },
  },
  person: personOfImports,
};
