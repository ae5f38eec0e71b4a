import type { Command } from 'commander';
import { endApp } from '../../shared/account/apps/end-app.ts';
import { listApps } from '../../shared/account/apps/list-apps.ts';
import { wideOption } from '../output.ts';
import type { Run } from '../run.ts';

export function addAppCommands(program: Command, run: Run): void {
  const app = program.command('app').description('apps that users have connected, such as assistants');

  app
    .command('list')
    .description('list the connected apps of an account, oldest first')
    .requiredOption('--account <account>', 'id of the account')
    .addOption(wideOption())
    .action(({ account }, command) =>
      run(command, (ctx) => listApps(ctx, account), [
        ...(['app_id', 'name', 'redirect_host', 'user_email', 'last_used_at', 'scopes'] as const),
      ]),
    );

  app
    .command('revoke')
    .description('end an app: its tokens open nothing any more')
    .argument('<app_id>', 'id of the app, from app list')
    .action((appId, _, command) => run(command, (ctx) => endApp(ctx, appId)));
}
