import { type Command, CommanderError } from 'commander';
import { wholeNumber } from '../options.ts';
import { localEnvironment, type Surroundings } from '../run.ts';
import type { Check } from './check.ts';
import { examine, examineRestore } from './examine.ts';

const collect = (selector: string, others: readonly string[]) => [...others, selector];

/** Positions are 32 bits wide, and a gap may be left more than once. */
const largestGap = 1_000_000;

interface DoctorOptions {
  readonly dkimSelector: readonly string[];
  readonly afterRestore?: boolean;
  readonly holdMails?: boolean;
  readonly oldDatabase?: string;
  readonly leaveGap?: number;
}

export function addDoctorCommand(program: Command, { env, stdout }: Surroundings): void {
  program
    .command('doctor')
    .description('check the environment, Postgres, Redis, mail, the public address and secrets')
    .option('--dkim-selector <name>', 'name of your DKIM key; may be repeated', collect, [])
    .option(
      '--after-restore',
      'check what a restore to an earlier time leaves to decide, before the service starts',
    )
    .option('--hold-mails', 'with --after-restore: send no mail that may have left, and pause announcements')
    .option('--old-database <url>', 'with --hold-mails: ask the database of before which mails had left')
    .option(
      '--leave-gap <count>',
      'with --after-restore: leave so many positions out of every list, and move its feeds on',
      wholeNumber,
    )
    .action(async (options: DoctorOptions, command: Command) => {
      const { dkimSelector, afterRestore = false, holdMails = false, oldDatabase, leaveGap } = options;
      if (!afterRestore && (holdMails || leaveGap !== undefined))
        throw new Error('--hold-mails and --leave-gap need --after-restore');
      if (oldDatabase !== undefined && !holdMails) throw new Error('--old-database needs --hold-mails');
      if (leaveGap !== undefined && leaveGap > largestGap)
        throw new Error(`--leave-gap: at most ${largestGap}`);
      const local = await localEnvironment(env);
      const checks = afterRestore
        ? await examineRestore(local, { holdMails, oldDatabase, leaveGap })
        : await examine(local, { dkimSelectors: dkimSelector });
      const asJson = command.optsWithGlobals().json === true;
      stdout.write(`${asJson ? toJson(checks) : toText(checks)}\n`);
      if (worstOf(checks) === 'problem')
        throw new CommanderError(1, 'waitlist.doctor', 'problems were found');
    });
}

function worstOf(checks: readonly Check[]): Check['state'] {
  const states = checks.map(({ state }) => state);
  if (states.includes('problem')) return 'problem';
  return states.includes('warning') ? 'warning' : 'ok';
}

const toJson = (checks: readonly Check[]) => JSON.stringify({ state: worstOf(checks), checks }, null, 2);

function toText(checks: readonly Check[]): string {
  const width = Math.max(...checks.map(({ check }) => check.length));
  const lines = checks.flatMap(({ check, state, message, advice }) => {
    const start = `${state.padEnd(7)}  ${check.padEnd(width)}  `;
    return [`${start}${message}`, ...(advice === null ? [] : [`${' '.repeat(start.length)}→ ${advice}`])];
  });
  const count = (state: Check['state']) => checks.filter((check) => check.state === state).length;
  return [
    ...lines,
    '',
    `${count('ok')} ok, warnings: ${count('warning')}, problems: ${count('problem')}`,
  ].join('\n');
}
