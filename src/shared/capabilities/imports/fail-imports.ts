import { transaction } from '../../platform/postgres/transaction.ts';
import { logTogether } from '../../platform/process/log-together.ts';
import { dropDeadLetter, listDeadLettered } from '../../platform/queue/dead-letters.ts';
import type { Context } from '../context.ts';
import { endImport, lockImport } from './queries.ts';

const importsPerRun = 100;

/** Fails imports that all workers died of: nobody goes on with them (N6). */
export async function failDeadImports({ sql, log }: Pick<Context, 'sql' | 'log'>): Promise<void> {
  for (const job of ['validate-import', 'run-import'] as const)
    for (const key of await listDeadLettered(sql, job, importsPerRun)) {
      await transaction(sql, async (tx) => {
        const record = await lockImport(tx, key);
        if (!record || !(await dropDeadLetter(tx, job, key))) return;
        if (record.state === 'validating' || record.state === 'running')
          await endImport(tx, key, record, { state: 'failed', failure_reason });
      });
      logTogether(
        log,
        'error',
        key.id,
        { job },
        'imports failed: a worker died each time they were worked on',
      );
    }
}

const failure_reason =
  'The service stopped three times while it worked on this import, and gave up. Signups that were added stay.';
