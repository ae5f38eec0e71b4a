import { type Command, Option } from 'commander';
import { createAccount } from '../shared/accounts/create-account.ts';
import { listAccounts } from '../shared/accounts/list-accounts.ts';
import { AccountInput, AccountPatch } from '../shared/accounts/schema.ts';
import { updateAccount } from '../shared/accounts/update-account.ts';
import { planNames } from '../shared/plans.ts';
import { readOptions, wholeNumber } from './options.ts';
import { run } from './run.ts';

export function addAccountCommands(program: Command): void {
  const account = program.command('account').description('accounts and their plans');

  account
    .command('create')
    .description('open an account, with its first user where an owner is given')
    .requiredOption('--name <name>', 'what the account is called')
    .addOption(planOption().makeOptionMandatory())
    .addOption(requestsOption())
    .addOption(emailsOption())
    .option('--owner-email <email>', 'a user who may sign in to the dashboard')
    .option('--owner-password <password>', '8 to 200 characters')
    .action(async ({ ownerEmail, ownerPassword, ...options }, command) => {
      const hasOwner = ownerEmail !== undefined || ownerPassword !== undefined;
      const owner = hasOwner ? { email: ownerEmail, password: ownerPassword } : undefined;
      const input = readOptions(AccountInput, { ...options, owner });
      await run(command, (ctx) => createAccount(ctx, input));
    });

  account
    .command('update')
    .description('change the plan or the limits of an account')
    .argument('<account>', 'id of the account')
    .addOption(planOption())
    .addOption(requestsOption())
    .addOption(emailsOption())
    .action(async (accountId, options, command) => {
      const patch = readOptions(AccountPatch, options);
      await run(command, (ctx) => updateAccount(ctx, accountId, patch));
    });

  account
    .command('list')
    .description('all accounts, oldest first')
    .action((_, command) => run(command, listAccounts));
}

function planOption(): Option {
  return new Option('--plan <plan>', 'what the account may do').choices(planNames);
}

function requestsOption(): Option {
  return new Option(
    '--requests-per-minute <count>',
    'API requests a minute, in place of the plan’s',
  ).argParser(wholeNumber);
}

function emailsOption(): Option {
  return new Option(
    '--managed-emails <count>',
    'mails a month through the service, in place of the plan’s',
  ).argParser(wholeNumber);
}
