#!/usr/bin/env node
/** The command line for operators (C10). */
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
  .description('Operate the waitlist service')
  .option('--json', 'print the result as JSON')
  .configureHelp({ showGlobalOptions: true })
  .configureOutput({ outputError: (text, write) => write(`${toOneLine(text)}\n`) });
addAccountCommands(program);
addKeyCommands(program);
addUserCommands(program);
addEmailCommands(program);
addIntegrationCommands(program);
addSecretCommands(program);
addMigrateCommand(program);

process.stdout.on('error', ({ message }) => program.error(`error: Cannot write the output: ${message}`));
try {
  await program.parseAsync();
} catch (error) {
  program.error(`error: ${describeFailure(error)}`); // exits with 1, like bad options
}
