import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const TIMEOUT_MS = 180_000;
const NO_LISTS = "apt's package lists could not be downloaded";

/**
 * Downloads the distribution's redis-server, with the libraries that this host lacks.
 * Unpacks it into `<cache>/redis-<package version>`, without root.
 * Several processes may do it at once: the first to finish wins.
 * @throws Error that says whether the package lists or the package could not be downloaded
 */
export async function downloadRedisPackage(cache: string): Promise<void> {
  const work = await mkdtemp(join(cache, 'fetch-'));
  try {
    const config = await writeAptConfig(work);
    const apt = (...args: string[]) =>
      run('apt-get', ['-c', config, '-q', ...args], { cwd: work, timeout: TIMEOUT_MS });

    const update = await apt('update').catch(failAs(NO_LISTS));
    const lists = await readdir(join(work, 'lists')); // apt exits with 0 even if a download failed
    if (!lists.some((name) => name.includes('_Packages'))) throw new Error(`${NO_LISTS}: ${update.stderr}`);
    const plan = await apt('--simulate', '--no-install-recommends', 'install', 'redis-server').catch(
      failAs(`apt cannot install redis-server from its package lists\n${update.stderr}`),
    );
    const missing = [...plan.stdout.matchAll(/^Inst (\S+)/gm)].map(([, name = '']) => name);
    // redis-tools is needed even if it is installed: the server is a link to a program in it.
    await apt('download', ...new Set(['redis-server', 'redis-tools', ...missing])).catch(
      failAs('the redis-server package could not be downloaded'),
    );

    const packages = (await readdir(work)).filter((name) => name.endsWith('.deb'));
    for (const name of packages) await run('dpkg-deb', ['--extract', join(work, name), join(work, 'root')]);
    const version = packages
      .map((name) => /^redis-server_(?:\d+%3a)?(.+)\.deb$/.exec(name)?.[1])
      .find(Boolean);
    await rename(join(work, 'root'), join(cache, `redis-${version}`)).catch(ignoreExisting);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * Uses the host's package sources and list of installed packages.
 * Every folder that apt writes to is under `work`.
 */
async function writeAptConfig(work: string): Promise<string> {
  await mkdir(join(work, 'lists', 'partial'), { recursive: true });
  await mkdir(join(work, 'archives', 'partial'), { recursive: true });
  const config = `
    Dir::State "${work}";
    Dir::State::Lists "${work}/lists";
    Dir::State::status "/var/lib/dpkg/status";
    Dir::Cache "${work}";
    APT::Sandbox::User "root"; // apt's own user has no access to this folder; no effect unless run as root
    Acquire::Languages "none";
    Acquire::Retries "2";
    #clear APT::Update::Pre-Invoke;
    #clear APT::Update::Post-Invoke;
    #clear APT::Update::Post-Invoke-Success;
  `;
  const path = join(work, 'apt.conf');
  await writeFile(path, config);
  return path;
}

function failAs(what: string): (error: Error) => never {
  return (error) => {
    throw new Error(`${what}: ${error.message}`, { cause: error });
  };
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
}
