import type { Command } from 'commander';
import { planMigration } from '../shared/platform/postgres/migrate.ts';
import { migrateDirectly } from '../shared/platform/postgres/pooler.ts';
import type { Run } from './run.ts';

export function addMigrateCommand(program: Command, run: Run): void {
  program
    .command('migrate')
    .description('apply pending migrations to the database')
    .option('--dry-run', 'only show which files would be applied')
    .action(({ dryRun }: { dryRun?: true }, command) =>
      run(command, async (ctx, onProgress) =>
        dryRun
          ? { pending: await planMigration(ctx.sql) }
          : { applied: await migrateDirectly(ctx, onProgress) },
      ),
    );
}
