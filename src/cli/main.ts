#!/usr/bin/env node
/** The operator's command line (C10). */
import { Command } from 'commander';
import { addAccountCommands } from './account.ts';
import { addEmailCommands } from './email.ts';
import { describeFailure, toOneLine } from './failure.ts';
import { addIntegrationCommands } from './integration.ts';
import { addKeyCommands } from './key.ts';
import { addMigrateCommand } from './migrate.ts';
import { addSecretCommands } from './secrets.ts';
import { addUserCommands } from './user.ts';

const program = new Command('waitlist')
  .description('Commands for the operator of the waitlist service')
  .option('--json', 'print one JSON document and nothing else')
  .configureHelp({ showGlobalOptions: true })
  .configureOutput({ outputError: (text, write) => write(`${toOneLine(text)}\n`) });
addAccountCommands(program);
addKeyCommands(program);
addUserCommands(program);
addEmailCommands(program);
addIntegrationCommands(program);
addSecretCommands(program);
addMigrateCommand(program);

process.stdout.on('error', ({ message }) => program.error(`error: The output cannot be written: ${message}`));
try {
  await program.parseAsync();
} catch (error) {
  program.error(`error: ${describeFailure(error)}`); // exits with 1, as bad options do
}
