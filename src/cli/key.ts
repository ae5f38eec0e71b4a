import type { Command } from 'commander';
import { createApiKey } from '../shared/api-keys/create-api-key.ts';
import { listApiKeys } from '../shared/api-keys/list-api-keys.ts';
import { revokeApiKey } from '../shared/api-keys/revoke-api-key.ts';
import { ApiKeyInput } from '../shared/api-keys/schema.ts';
import { readOptions } from './options.ts';
import { run } from './run.ts';

export function addKeyCommands(program: Command): void {
  const key = program.command('key').description('API keys');

  key
    .command('create')
    .description('make an API key; it is shown this once only')
    .requiredOption('--account <account>', 'id of the account')
    .option('--name <name>', 'what the key is for')
    .option('--scopes <scopes>', 'all (those of today; the default) or some, with commas between', scopeList)
    .action(async ({ account, ...options }, command) => {
      const input = readOptions(ApiKeyInput, options);
      await run(command, (ctx) => createApiKey(ctx, account, input));
    });

  key
    .command('list')
    .description('the keys of an account, oldest first')
    .requiredOption('--account <account>', 'id of the account')
    .action(({ account }, command) =>
      run(command, async (ctx) => (await listApiKeys(ctx, account)).map(({ last4: _, ...key }) => key)),
    );

  key
    .command('revoke')
    .description('end a key for good')
    .argument('<key_id>', 'id of the key, as list shows it')
    .action((keyId, _, command) => run(command, (ctx) => revokeApiKey(ctx, keyId)));
}

function scopeList(text: string): string | string[] {
  return text === 'all' ? text : text.split(',').map((scope) => scope.trim());
}
