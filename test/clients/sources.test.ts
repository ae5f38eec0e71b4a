import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { goEnv, languages, pythonEnv } from './languages.ts';

const run = promisify(execFile);
const isMissing = (name: string) =>
  !languages.some((language) => language.name === name && language.isInstalled);

describe.skipIf(isMissing('Go'))('the sources in Go', () => {
  test.each(['clients/go', 'test/clients/go'])(
    'of %s are formatted, and go vet finds nothing',
    async (cwd) => {
      expect((await run('gofmt', ['-l', '.'], { cwd, env: goEnv })).stdout).toBe('');
      await run('go', ['vet', './...'], { cwd, env: goEnv });
    },
  );

  test('import the standard library alone', async () => {
    const template = '{{join .Deps "\\n"}}';
    const { stdout } = await run('go', ['list', '-f', template, '.'], { cwd: 'clients/go', env: goEnv });
    const standard = await run('go', ['list', 'std'], { cwd: 'clients/go', env: goEnv });
    const known = new Set(standard.stdout.split('\n'));
    expect(stdout.trim().split('\n')).not.toHaveLength(0);
    expect(
      stdout
        .trim()
        .split('\n')
        .filter((name) => !known.has(name)),
    ).toEqual([]);
  });
});

describe.skipIf(isMissing('Python'))('the sources in Python', () => {
  const folder = 'clients/python/src/waitlist_service';

  test('compile, and every annotation of a type can be resolved', async () => {
    const files = (await readdir(folder)).filter((name) => name.endsWith('.py'));
    const script = `
import sys, typing
for path in sys.argv[1:]:
    compile(open(path).read(), path, "exec")
from waitlist_service import types
classes = [each for each in vars(types).values() if hasattr(each, "__total__")]
for each in classes:
    typing.get_type_hints(each)
print(len(classes))`;
    const paths = files.map((name) => join(folder, name));
    const { stdout } = await run('python3', ['-c', script, ...paths], { env: pythonEnv });
    expect(Number(stdout)).toBeGreaterThan(100);
    expect(await readdir(folder)).toContain('py.typed');
  });

  test('import the standard library alone', async () => {
    const script =
      'import waitlist_service, sys; print("\\n".join({name.split(".")[0] for name in sys.modules}))';
    const { stdout } = await run('python3', ['-S', '-c', script], { env: pythonEnv });
    const standard = await run('python3', [
      '-c',
      'import sys; print("\\n".join(getattr(sys, "stdlib_module_names", [])))',
    ]);
    const known = new Set([...standard.stdout.trim().split('\n'), '__main__', 'waitlist_service']);
    const others = stdout
      .trim()
      .split('\n')
      .filter((name) => !known.has(name));
    if (known.size > 3) expect(others).toEqual([]); // older than 3.10, Python does not list its own modules
  });

  test('declare no dependency', async () => {
    expect(await readFile('clients/python/pyproject.toml', 'utf8')).not.toMatch(/^(optional-)?dependencies/m);
  });
});
