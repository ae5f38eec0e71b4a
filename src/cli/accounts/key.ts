import type { Command } from 'commander';
import { createApiKey } from '../../shared/account/api-keys/create-api-key.ts';
import { listApiKeys, listTestApiKeys } from '../../shared/account/api-keys/list-api-keys.ts';
import { revokeApiKey } from '../../shared/account/api-keys/revoke-api-key.ts';
import { ApiKeyInput } from '../../shared/account/api-keys/schema.ts';
import { readOptions } from '../options.ts';
import { wideOption } from '../output.ts';
import type { Run } from '../run.ts';

export function addKeyCommands(program: Command, run: Run): void {
  const key = program.command('key').description('API keys');

  key
    .command('create')
    .description('create an API key and print it; it cannot be shown again')
    .requiredOption('--account <account>', 'id of the account')
    .option('--name <name>', 'name of the key')
    .option('--test', 'a key of the test mode: its lists are apart, and no mail leaves')
    .option('--scopes <scopes>', 'comma-separated scopes, or all that exist today (default: all)', scopeList)
    .action(async ({ account, ...options }, command) => {
      const input = readOptions(ApiKeyInput, options);
      await run(command, (ctx) => createApiKey(ctx, account, input));
    });

  key
    .command('list')
    .description('list the keys of an account, oldest first')
    .requiredOption('--account <account>', 'id of the account')
    .option('--test', 'the keys of its test mode')
    .addOption(wideOption())
    .action(({ account, test }, command) =>
      run(
        command,
        async (ctx) => {
          const keys = test ? await listTestApiKeys(ctx, account) : await listApiKeys(ctx, account);
          return keys.map(({ last4: _, ...key }) => key);
        },
        ['key_id', 'name', 'last_used_at', 'revoked_at', 'scopes'],
      ),
    );

  key
    .command('revoke')
    .description('revoke a key permanently')
    .argument('<key_id>', 'id of the key, from key list')
    .action((keyId, _, command) => run(command, (ctx) => revokeApiKey(ctx, keyId)));
}

function scopeList(text: string): string | string[] {
  return text === 'all' ? text : text.split(',').map((scope) => scope.trim());
}
