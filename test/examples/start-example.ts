import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../src/dev/server/ports.ts';
import { until } from '../support/until.ts';

/** An example that was installed and built as its README says, away from this repository. */
export interface Example {
  readonly url: string;
  /** What its server has written. */
  log(): string;
  close(): Promise<void>;
}

/** What an example's `.env` says about the service. */
export interface ServiceAccess {
  readonly url: string;
  readonly key: string;
  readonly waitlist: string;
}

const run = promisify(execFile);
const npmEnv = { ...process.env, CI: '1', NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: undefined };

/** What its README leaves to the person who starts an example in production. */
export interface StartOptions {
  /** Arguments of `npm start`. */
  args(port: number): readonly string[];
  /** More variables, by the address of the example. */
  env(url: string): NodeJS.ProcessEnv;
  /** The file for browsers that names the service, if there is one. */
  readonly page?: string;
}

/** How to start each starter that has a server, behind one proxy. */
export const startOptions = {
  nextjs: { args: (port: number) => ['--', '--port', String(port)], env: () => ({}) },
  express: { args: () => [], env: () => ({ PROXIES: '1' }), page: 'public/page.js' },
  sveltekit: {
    args: () => [],
    env: (url: string) => ({ ORIGIN: url, ADDRESS_HEADER: 'X-Forwarded-For', XFF_DEPTH: '1' }),
  },
} satisfies Record<string, StartOptions>;

/** Copies the files of `examples/NAME` that git knows, sets them up, installs, builds and starts them. */
export async function startExample(
  name: string,
  service: ServiceAccess,
  { args, env, page }: StartOptions,
): Promise<Example> {
  const folder = await copyExample(name);
  const values: Record<string, string> = {
    WAITLIST_URL: service.url,
    WAITLIST_API_KEY: service.key,
    WAITLIST_ID: service.waitlist,
  };
  const template = await readFile(join(folder, '.env.example'), 'utf8');
  const filled = template.replace(
    /^(WAITLIST_\w+)=.*$/gm,
    (_, variable) => `${variable}=${values[variable]}`,
  );
  await writeFile(join(folder, '.env'), filled);
  if (page) {
    const text = await readFile(join(folder, page), 'utf8');
    await writeFile(join(folder, page), text.replace('http://localhost:3000', service.url));
  }
  const options = { cwd: folder, env: npmEnv };
  await run('npm', ['ci', '--no-audit', '--no-fund'], options);
  await run('npm', ['run', 'build', '--if-present'], options);
  const port = await freePort(4100, '127.0.0.1');
  const url = `http://localhost:${port}`;
  const child = spawn('npm', ['start', ...args(port)], {
    cwd: folder,
    env: { ...npmEnv, PORT: String(port), ...env(url) },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true, // npm, a shell and the server: one group, to be ended together
  });
  const written: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      written.push(String(chunk));
      process.stderr.write(chunk);
    });
  const close = async () => {
    endGroup(child);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await until(() => isUp(url), 120);
  } catch (error) {
    await close();
    throw error;
  }
  return { url, log: () => written.join(''), close };
}

/** Copies an example to a temporary folder. @returns the folder */
async function copyExample(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `waitlist-${name}-`));
  const source = join('examples', name);
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: source,
    encoding: 'utf8',
  });
  for (const file of files.split('\n').filter(Boolean)) await cp(join(source, file), join(folder, file));
  return folder;
}

const isUp = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

function endGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL');
}
