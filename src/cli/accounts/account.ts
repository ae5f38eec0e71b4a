import { type Command, Option } from 'commander';
import { openFirstAccount } from '../../dev/first-account.ts';
import { createAccount } from '../../shared/account/administration/create-account.ts';
import { listAccounts } from '../../shared/account/administration/list-accounts.ts';
import { AccountPatch, accountInput } from '../../shared/account/administration/schema.ts';
import { updateAccount } from '../../shared/account/administration/update-account.ts';
import { type AuditEntry, AuditQuery } from '../../shared/account/audit/schema.ts';
import { listAnyAuditLog } from '../../shared/account/audit-log/list-audit-log.ts';
import { planNames } from '../../shared/account/plans.ts';
import { readOptions, wholeNumber } from '../options.ts';
import { wideOption } from '../output.ts';
import type { Run } from '../run.ts';

const mostPerPage = '200';

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
    .option(
      '--owner-password <password>',
      'password of the first dashboard user, 8 to 200 characters; to be left out if OIDC_ONLY is set',
    )
    .action(async ({ ownerEmail, ownerPassword, ...options }, command) => {
      const hasOwner = ownerEmail !== undefined || ownerPassword !== undefined;
      const owner = hasOwner ? { email: ownerEmail, password: ownerPassword } : undefined;
      await run(command, (ctx) =>
        createAccount(ctx, readOptions(accountInput(ctx.config), { ...options, owner })),
      );
    });

  account
    .command('first')
    .description(
      'make the first account with a key, a waitlist and a login, and print them; later print them again',
    )
    .requiredOption('--folder <path>', 'where they are kept; the database has only hashes')
    .action(async ({ folder }, command) => {
      await run(command, async (ctx) => {
        const first = await openFirstAccount(ctx, folder);
        if (!first) return { note: 'The accounts were made in another way, so there is nothing to print.' };
        const { key, waitlistId: waitlist_id, owner } = first;
        const dashboard = `${ctx.config.baseUrl}/dashboard`;
        return { key, waitlist_id, dashboard, ...owner };
      });
    });

  account
    .command('update')
    .description('change the name, the plan, the limits or the time zone of an account')
    .argument('<account>', 'id of the account')
    .option('--name <name>', 'name of the account')
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
    .option('--all', 'all entries')
    .addOption(wideOption())
    .action(async (accountId, { all, ...options }, command) => {
      const query = readOptions(AuditQuery, all ? { ...options, limit: mostPerPage } : options);
      await run(
        command,
        async (ctx) => {
          const page = await listAnyAuditLog(ctx, accountId, query);
          const entries = [...page.data];
          for (let after = page.next_cursor; all && after !== null; ) {
            const next = await listAnyAuditLog(ctx, accountId, { ...query, after });
            entries.push(...next.data);
            after = next.next_cursor;
          }
          return entries.map(toLine);
        },
        ['id', 'created_at', 'actor_name', 'action'],
      );
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
