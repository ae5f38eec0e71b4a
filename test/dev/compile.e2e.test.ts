import { execFile } from 'node:child_process';
import { access, chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const run = promisify(execFile);
const script = resolve('scripts/compile.sh');

/** A project of two sources that is compiled before a command. */
async function makeProject() {
  const folder = await mkdtemp(join(tmpdir(), 'waitlist-compile-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const write = (path: string, text: string) => writeFile(join(folder, path), text);
  const compilerOptions = { rootDir: 'src', outDir: 'dist', module: 'nodenext', types: [] };
  await mkdir(join(folder, 'src/deep'), { recursive: true });
  await write('tsconfig.json', '{}');
  await write('tsconfig.build.json', JSON.stringify({ compilerOptions, include: ['src'] }));
  for (const path of ['package.json', 'package-lock.json']) await write(path, '{}');
  await write('src/main.ts', 'export const one = 1;');
  await write('src/deep/other.ts', 'export const two = 2;');
  const withCompiler = `${resolve('node_modules/.bin')}:${process.env.PATH}`;
  const compile = (PATH = withCompiler) =>
    run('sh', [script], { cwd: folder, env: { ...process.env, PATH } });
  const output = join(folder, 'dist/main.js');
  return {
    folder,
    write,
    compile,
    /** Whether the script compiles, which writes each output again. */
    async compiles(): Promise<boolean> {
      await rm(output);
      await compile();
      return access(output).then(
        () => true,
        () => false,
      );
    },
  };
}

test.each<[string, (project: Awaited<ReturnType<typeof makeProject>>) => Promise<unknown>]>([
  ['a changed source', ({ write }) => write('src/deep/other.ts', 'export const two = 3;')],
  ['a new source', ({ write }) => write('src/deep/new.ts', 'export const three = 3;')],
  ['a removed source', ({ folder }) => rm(join(folder, 'src/deep/other.ts'))],
  ['a changed configuration', ({ write }) => write('tsconfig.json', '{ }')],
  ['a changed dependency', ({ write }) => write('package-lock.json', '{ }')],
])('npm start and the commands compile again after %s, and only then', async (_, change) => {
  const project = await makeProject();
  await project.compile();
  await change(project);
  expect(await project.compiles()).toBe(true);
  expect(await project.compiles()).toBe(false);
});

test('a source that does not compile stops the command, each time', async () => {
  const { write, compile } = await makeProject();
  await write('src/main.ts', 'export const one: string = 1;');
  for (let time = 0; time < 2; time++)
    await expect(compile()).rejects.toMatchObject({ stdout: expect.stringContaining('src/main.ts') });
});

test('a build is used as it is without the compiler, as after npm prune; a project without a build says what is missing', async () => {
  const { write, compile } = await makeProject();
  const withoutCompiler = '/usr/bin:/bin';
  await expect(compile(withoutCompiler)).rejects.toMatchObject({ stderr: expect.stringContaining('tsc') });
  await compile();
  await write('src/main.ts', 'export const one = 2;');
  await compile(withoutCompiler);
});

test.each([
  ['v18.20.8', true],
  ['v20.18.3', true],
  ['v20.19.0', false],
  ['v22.1.0', false],
])('Node %s is too old for npm start, which says so in one line: %s', async (version, isTooOld) => {
  const { folder, write, compile } = await makeProject();
  await mkdir(join(folder, 'bin'));
  await write(
    'bin/node',
    `#!/bin/sh\n[ "$1" = --version ] && echo ${version} || exec ${process.execPath} "$@"`,
  );
  await chmod(join(folder, 'bin/node'), 0o755);
  const { stderr } = await compile(
    `${join(folder, 'bin')}:${resolve('node_modules/.bin')}:${process.env.PATH}`,
  ).catch((error) => error);
  expect(stderr).toBe(
    isTooOld
      ? `Node 20.19 or newer is needed, and this is ${version}. Try: npx --yes --package node@22 -c 'npm start'\n`
      : '',
  );
});
