import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** A client whose program the tests run. */
export interface Language {
  readonly name: string;
  readonly isInstalled: boolean;
  /** Runs a command of its program with JSON on standard input. @returns its report */
  run(command: string, input: object): Promise<unknown>;
}

// The Go command writes all that it makes here, and asks no network.
const scratch = mkdtempSync(join(tmpdir(), 'waitlist-clients-'));
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));
export const goEnv = {
  PATH: process.env.PATH,
  HOME: scratch,
  GOCACHE: join(scratch, 'cache'),
  GOPATH: join(scratch, 'go'),
  GOFLAGS: '-mod=mod',
  GOPROXY: 'off',
  GOTOOLCHAIN: 'local',
};
export const pythonEnv = {
  PATH: process.env.PATH,
  PYTHONPATH: resolve('clients/python/src'),
  PYTHONDONTWRITEBYTECODE: '1', // no __pycache__ in the sources
};

const python = { name: 'Python', isInstalled: isInstalled('python3', '--version') };
const go = { name: 'Go', isInstalled: isInstalled('go', 'version') };

let built: string | undefined;
/** Builds the program once. @returns its path */
function goProgram(): string {
  if (built === undefined) {
    const path = join(scratch, 'program');
    execFileSync('go', ['build', '-o', path, '.'], { cwd: 'test/clients/go', env: goEnv });
    built = path;
  }
  return built;
}

export const languages: readonly Language[] = [
  {
    ...python,
    run: (command, input) =>
      runProgram(['python3', resolve('test/clients/python/program.py'), command], pythonEnv, input),
  },
  { ...go, run: (command, input) => runProgram([goProgram(), command], {}, input) },
];

const runProgram = async (
  command: readonly string[],
  env: NodeJS.ProcessEnv,
  input: object,
): Promise<unknown> => JSON.parse(await runText(command, { env, input: JSON.stringify(input) }));

for (const { name } of languages.filter((language) => !language.isInstalled))
  console.warn(`\n*** ${name} is not installed: its client is NOT tested. ***\n`);

function isInstalled(program: string, argument: string): boolean {
  try {
    execFileSync(program, [argument], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Runs a command to its end. @returns what it prints. @throws Error with its standard error if it fails */
export async function runText(
  [command = '', ...args]: readonly string[],
  { env, cwd = '.', input = '' }: { env: NodeJS.ProcessEnv; cwd?: string; input?: string },
): Promise<string> {
  const child = spawn(command, args, { env, cwd, stdio: ['pipe', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  const errors: Buffer[] = [];
  child.stdout.on('data', (chunk) => output.push(chunk));
  child.stderr.on('data', (chunk) => errors.push(chunk));
  child.stdin.on('error', () => {}); // it ended without reading: its exit code tells
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${Buffer.concat(errors)}`);
  return String(Buffer.concat(output));
}
