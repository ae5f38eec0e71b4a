import { type Command, Option } from 'commander';
import { z } from 'zod';
import { roleNames } from '../../shared/account/scopes.ts';
import { createUser } from '../../shared/account/users/create-user.ts';
import { Credentials, UserRole, userInput } from '../../shared/account/users/schema.ts';
import { setPassword } from '../../shared/account/users/set-password.ts';
import { setRoleByEmail } from '../../shared/account/users/set-role.ts';
import { endTwoFactorByEmail } from '../../shared/account/users/two-factor/two-factor.ts';
import { readOptions } from '../options.ts';
import type { Run } from '../run.ts';

export function addUserCommands(program: Command, run: Run): void {
  const user = program.command('user').description('dashboard users');

  user
    .command('add')
    .alias('create')
    .description('add a user to an account')
    .requiredOption('--account <account>', 'id of the account')
    .requiredOption('--email <email>', 'email that the user signs in with')
    .option('--password <password>', '8 to 200 characters; to be left out if OIDC_ONLY is set')
    .addOption(new Option('--role <role>', 'what the user may do').choices(roleNames).default('owner'))
    .action(async ({ account, ...options }, command) => {
      await run(command, (ctx) => createUser(ctx, account, readOptions(userInput(ctx.config), options)));
    });

  user
    .command('set-role')
    .description('change what a user may do')
    .requiredOption('--email <email>', 'email that the user signs in with')
    .addOption(accountOption())
    .addOption(new Option('--role <role>', 'what the user may do').choices(roleNames).makeOptionMandatory())
    .action(async (options, command) => {
      const { role, ...name } = readOptions(RoleOptions, options);
      await run(command, (ctx) => setRoleByEmail(ctx, name, role));
    });

  user
    .command('set-password')
    .description('change the password of a user')
    .requiredOption('--email <email>', 'email that the user signs in with')
    .addOption(accountOption())
    .requiredOption('--password <password>', '8 to 200 characters')
    .action(async (options, command) => {
      const credentials = readOptions(Credentials.extend(UserOptions.shape), options);
      await run(command, (ctx) => setPassword(ctx, credentials));
    });

  user
    .command('end-two-factor')
    .description('switch off the two-factor sign-in of a user who has lost the app and the recovery codes')
    .requiredOption('--email <email>', 'email that the user signs in with')
    .addOption(accountOption())
    .action(async (options, command) => {
      const name = readOptions(UserOptions, options);
      await run(command, (ctx) => endTwoFactorByEmail(ctx, name));
    });
}

export const UserOptions = z.object({ email: Credentials.shape.email, account: z.string().optional() });

export const RoleOptions = UserOptions.extend({ role: UserRole });

function accountOption(): Option {
  return new Option('--account <account>', 'id of the account, if several have a user with this email');
}
