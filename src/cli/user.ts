import type { Command } from 'commander';
import { createUser } from '../shared/users/create-user.ts';
import { Credentials } from '../shared/users/schema.ts';
import { setPassword } from '../shared/users/set-password.ts';
import { readOptions } from './options.ts';
import type { Run } from './run.ts';

export function addUserCommands(program: Command, run: Run): void {
  const user = program.command('user').description('dashboard users');

  user
    .command('add')
    .description('add a user to an account')
    .requiredOption('--account <account>', 'id of the account')
    .requiredOption('--email <email>', 'email that the user signs in with')
    .requiredOption('--password <password>', '8 to 200 characters')
    .action(async ({ account, ...options }, command) => {
      const credentials = readOptions(Credentials, options);
      await run(command, (ctx) => createUser(ctx, account, credentials));
    });

  user
    .command('set-password')
    .description('change the password of a user')
    .requiredOption('--email <email>', 'email that the user signs in with')
    .requiredOption('--password <password>', '8 to 200 characters')
    .action(async (options, command) => {
      const credentials = readOptions(Credentials, options);
      await run(command, (ctx) => setPassword(ctx, credentials));
    });
}
