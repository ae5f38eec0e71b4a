import { type Command, Option } from 'commander';
import { integrationTypes } from '../shared/integrations/providers/index.ts';
import { testIntegration } from '../shared/integrations/test-integration.ts';
import { run } from './run.ts';

export function addIntegrationCommands(program: Command): void {
  program
    .command('integration')
    .description('where an account’s events go')
    .command('test')
    .description(
      'send a synthetic signup.created to an integration, also while it is paused, and print the record',
    )
    .requiredOption('--account <account>', 'id of the account')
    .addOption(
      new Option('--type <type>', 'which integration').choices(integrationTypes).makeOptionMandatory(),
    )
    .action(({ account, type }, command) => run(command, (ctx) => testIntegration(ctx, account, type)));
}
