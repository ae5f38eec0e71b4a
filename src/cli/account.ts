import { type Command, Option } from 'commander';
import { createAccount } from '../shared/accounts/create-account.ts';
import { listAccounts } from '../shared/accounts/list-accounts.ts';
import { AccountInput, AccountPatch } from '../shared/accounts/schema.ts';
import { updateAccount } from '../shared/accounts/update-account.ts';
import { listAnyAuditLog } from '../shared/audit/list-audit-log.ts';
import { type AuditEntry, AuditQuery } from '../shared/audit/schema.ts';
import { planNames } from '../shared/plans.ts';
import { readOptions, wholeNumber } from './options.ts';
import type { Run } from './run.ts';

export function addAccountCommands(program: Command, run: Run): void {
  const account = program.command('account').description('accounts and their plans');

  account
    .command('create')
    .description('create an account, optionally with its first user')
    .requiredOption('--name <name>', 'name of the account')
    .addOption(planOption().makeOptionMandatory())
    .addOption(requestsOption())
    .addOption(emailsOption())
    .option('--owner-email <email>', 'email of the first dashboard user')
    .option('--owner-password <password>', 'password of the first dashboard user, 8 to 200 characters')
    .action(async ({ ownerEmail, ownerPassword, ...options }, command) => {
      const hasOwner = ownerEmail !== undefined || ownerPassword !== undefined;
      const owner = hasOwner ? { email: ownerEmail, password: ownerPassword } : undefined;
      const input = readOptions(AccountInput, { ...options, owner });
      await run(command, (ctx) => createAccount(ctx, input));
    });

  account
    .command('update')
    .description('change the plan, the limits or the time zone of an account')
    .argument('<account>', 'id of the account')
    .addOption(planOption())
    .addOption(requestsOption())
    .addOption(emailsOption())
    .option('--time-zone <name>', 'time zone of the dashboard, such as Europe/Berlin')
    .action(async (accountId, options, command) => {
      const patch = readOptions(AccountPatch, options);
      await run(command, (ctx) => updateAccount(ctx, accountId, patch));
    });

  account
    .command('audit-log')
    .description('list who changed what in an account, newest first, of the last 400 days')
    .argument('<account>', 'id of the account')
    .addOption(new Option('--limit <count>', 'the most entries, 1 to 200').default('50'))
    .option('--after <id>', 'only entries that are older than this one')
    .action(async (accountId, options, command) => {
      const query = readOptions(AuditQuery, options);
      await run(command, async (ctx) => (await listAnyAuditLog(ctx, accountId, query)).data.map(toLine));
    });

  account
    .command('list')
    .description('list all accounts, oldest first')
    .action((_, command) => run(command, listAccounts));
}

function toLine({ id, created_at, actor, action, object, details }: AuditEntry) {
  return {
    ...{ id, created_at, actor_type: actor.type, actor_id: actor.id, actor_name: actor.name },
    ...{ action, object_type: object.type, object_id: object.id, details: JSON.stringify(details) },
  };
}

function planOption(): Option {
  return new Option('--plan <plan>', 'plan of the account').choices(planNames);
}

function requestsOption(): Option {
  return new Option(
    '--requests-per-minute <count>',
    'API requests per minute (default: the limit of the plan)',
  ).argParser(wholeNumber);
}

function emailsOption(): Option {
  return new Option(
    '--managed-emails <count>',
    'emails per month on the service’s credentials (default: the limit of the plan)',
  ).argParser(wholeNumber);
}
