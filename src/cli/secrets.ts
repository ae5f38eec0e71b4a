import type { Command } from 'commander';
import { listKeyUse } from '../shared/secrets/list-key-use.ts';
import { resealSecrets } from '../shared/secrets/reseal-secrets.ts';
import { run } from './run.ts';

export function addSecretCommands(program: Command): void {
  const secrets = program.command('secrets').description('what is sealed with ENCRYPTION_KEY');

  secrets
    .command('list')
    .description('the keys, and how many secrets only each of them opens')
    .action((_, command) => run(command, listKeyUse));

  secrets
    .command('reseal')
    .description('seal with the first key of ENCRYPTION_KEY what others have sealed; the service may run')
    .action((_, command) => run(command, resealSecrets));
}
