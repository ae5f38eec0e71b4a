import type { ListPart } from '../list/parts.ts';
import type { MailPart } from '../mail/parts.ts';
import type { MaintenanceTask } from '../platform/maintenance.ts';
import type { SomeJobs } from '../platform/queue/jobs.ts';
import type { SealedColumn } from '../platform/stored-secrets/sealed-columns.ts';
import type { MaintenanceContext } from './context.ts';
import type { PersonPart } from './person-part.ts';

/** What a capability plugs into the districts before it, and into others. */
export interface Plug {
  readonly list?: ListPart;
  readonly mail?: MailPart;
  /** Null: it keeps nothing of a person that is not deleted with a signup. */
  readonly person: PersonPart | null;
  /** Its jobs. `src/workers/jobs` runs them. */
  readonly jobs?: SomeJobs;
  /** Where it keeps secrets. */
  readonly secrets?: readonly SealedColumn[];
  /** What every worker looks after for it. */
  readonly maintenance?: readonly MaintenanceTask<MaintenanceContext>[];
}
