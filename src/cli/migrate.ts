import type { Command } from 'commander';
import { migrateDirectly } from '../shared/platform/postgres/pooler.ts';
import type { Run } from './run.ts';

export function addMigrateCommand(program: Command, run: Run): void {
  program
    .command('migrate')
    .description('apply pending migrations to the database')
    .action((_, command) =>
      run(command, async (ctx, onProgress) => ({ applied: await migrateDirectly(ctx, onProgress) })),
    );
}
