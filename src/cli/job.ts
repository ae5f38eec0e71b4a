import type { Command } from 'commander';
import { assertId } from '../shared/platform/ids.ts';
import { listDeadLetters, retryDeadLetters } from '../shared/platform/queue/dead-letters.ts';
import { wholeNumber } from './options.ts';
import type { Run } from './run.ts';

export function addJobCommands(program: Command, run: Run): void {
  const job = program.command('job').description('jobs that are started no more: each of their workers died');

  job
    .command('list')
    .description('list them, oldest first')
    .option('--limit <count>', 'the most that are listed', wholeNumber, 100)
    .action(({ limit }, command) => run(command, ({ sql }) => listDeadLetters(sql, limit)));

  job
    .command('retry')
    .description('have workers start them again')
    .argument('[job_ids...]', 'ids of jobs, from job list')
    .option('--all', 'all that are started no more')
    .action(async (ids: string[], { all }, command) => {
      if (all ? ids.length > 0 : ids.length === 0) throw new Error('Name jobs by their ids, or say --all.');
      for (const id of ids) assertId(id, 'job');
      await run(command, async ({ sql }) => ({ retried: await retryDeadLetters(sql, all ? 'all' : ids) }));
    });
}
