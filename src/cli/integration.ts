import { type Command, Option } from 'commander';
import { integrationTypes } from '../shared/events/integrations/providers/index.ts';
import { testIntegration } from '../shared/events/integrations/test-integration.ts';
import type { Run } from './run.ts';

export function addIntegrationCommands(program: Command, run: Run): void {
  program
    .command('integration')
    .description('integrations of an account')
    .command('test')
    .description('send a test signup.created to an integration, even if it is paused, and print the delivery')
    .requiredOption('--account <account>', 'id of the account')
    .addOption(
      new Option('--type <type>', 'type of the integration').choices(integrationTypes).makeOptionMandatory(),
    )
    .action(({ account, type }, command) => run(command, (ctx) => testIntegration(ctx, account, type)));
}
