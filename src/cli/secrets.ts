import type { Command } from 'commander';
import { listKeyUse } from '../shared/platform/stored-secrets/list-key-use.ts';
import { resealSecrets } from '../shared/platform/stored-secrets/reseal-secrets.ts';
import type { Run } from './run.ts';

export function addSecretCommands(program: Command, run: Run): void {
  const secrets = program.command('secrets').description('secrets sealed with ENCRYPTION_KEY');

  secrets
    .command('list')
    .description('list the keys and how many secrets each of them decrypts')
    .action((_, command) => run(command, listKeyUse));

  secrets
    .command('reseal')
    .description('reseal all secrets with the first key of ENCRYPTION_KEY; the service can keep running')
    .action((_, command) => run(command, resealSecrets));
}
