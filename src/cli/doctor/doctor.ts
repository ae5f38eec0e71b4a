import { type Command, CommanderError } from 'commander';
import { localEnvironment, type Surroundings } from '../run.ts';
import type { Check } from './check.ts';
import { examine } from './examine.ts';

const collect = (selector: string, others: readonly string[]) => [...others, selector];

export function addDoctorCommand(program: Command, { env, stdout }: Surroundings): void {
  program
    .command('doctor')
    .description('check the environment, Postgres, Redis, mail, the public address and secrets')
    .option('--dkim-selector <name>', 'name of your DKIM key; may be repeated', collect, [])
    .action(async ({ dkimSelector }: { dkimSelector: readonly string[] }, command: Command) => {
      const checks = await examine(await localEnvironment(env), { dkimSelectors: dkimSelector });
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
