import { Command, CommanderError } from 'commander';
import { addAccountCommands } from './accounts/account.ts';
import { addAppCommands } from './accounts/app.ts';
import { addKeyCommands } from './accounts/key.ts';
import { addUserCommands } from './accounts/user.ts';
import { addAnnouncementCommands } from './announcements/announcement.ts';
import { addDoctorCommand } from './doctor/doctor.ts';
import { addEmailCommands } from './email.ts';
import { addImportCommand } from './imports/import.ts';
import { addIntegrationCommands } from './integration.ts';
import { addJobCommands } from './job.ts';
import { addMigrateCommand } from './migrate.ts';
import { describeFailure, toOneLine } from './output.ts';
import { addRewardCommands } from './rewards/reward.ts';
import { openRun, type Surroundings } from './run.ts';
import { addSecretCommands } from './secrets.ts';

/**
 * Runs one command (C10). What fails becomes one line on standard error.
 * @param args the arguments after the program's name
 * @returns the exit code: 0, or 1 for a failed command and for bad options
 */
export async function runCommandLine(
  args: readonly string[],
  { env, stdout, stderr }: Surroundings,
): Promise<number> {
  const program = new Command('waitlist')
    .description('Operate the waitlist service')
    .option('--json', 'print the result as JSON')
    .option('--csv', 'print the result as CSV, for a spreadsheet')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      outputError: (text, write) => write(`${toOneLine(text)}\n`),
    })
    .exitOverride(); // the caller exits
  const run = openRun({ env, stdout, stderr });
  addAccountCommands(program, run);
  addKeyCommands(program, run);
  addAppCommands(program, run);
  addUserCommands(program, run);
  addEmailCommands(program, run);
  addIntegrationCommands(program, run);
  addImportCommand(program, run);
  addAnnouncementCommands(program, run);
  addRewardCommands(program, run);
  addJobCommands(program, run);
  addSecretCommands(program, run);
  addMigrateCommand(program, run);
  addDoctorCommand(program, { env, stdout, stderr });
  try {
    await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode; // already printed
    stderr.write(`error: ${toOneLine(describeFailure(error))}\n`);
    return 1;
  }
}
