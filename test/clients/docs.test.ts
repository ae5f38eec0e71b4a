import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useService } from '../support/service/service.ts';
import { goEnv, languages, pythonEnv, runText } from './languages.ts';

const page = await readFile('docs/clients.md', 'utf8');
const blocksOf = (language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, block = '']) => block);

/** All Go of the page as one program: functions, and statements in their order. */
function toGoProgram(blocks: readonly string[]): string {
  const isFunction = (block: string) => block.startsWith('func ');
  return `package main
import ("context"; "errors"; "fmt"; "io"; "log"; "net/http"; "os"; "waitlist.example/waitlist")
var _ = receive
${blocks.filter(isFunction).join('\n')}
func main() {
ctx := context.Background()
${blocks.filter((block) => !isFunction(block)).join('\n')}
if err != nil { log.Fatal(err) }
}
`;
}

describe.each(languages)('what docs/clients.md shows in $name', ({ name, isInstalled }) => {
  const service = useService();
  let url: string;
  let folder: string;
  beforeAll(async () => {
    url = await service.app.listen({ host: '127.0.0.1', port: 0 });
    folder = await mkdtemp(join(tmpdir(), 'waitlist-docs-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  test.skipIf(!isInstalled)('runs as it stands, one block after the other', async () => {
    const account = await service.account();
    const env = { WAITLIST_URL: url, WAITLIST_API_KEY: account.key };
    let printed: string;
    if (name === 'Python') {
      printed = await runText(['python3', '-c', blocksOf('python').join('\n')], {
        env: { ...pythonEnv, ...env },
      });
    } else {
      const client = resolve('clients/go');
      await writeFile(join(folder, 'main.go'), toGoProgram(blocksOf('go')));
      const go = { cwd: folder, env: { ...goEnv, ...env } };
      await runText(['go', 'mod', 'init', 'acme'], go);
      const [, command = ''] = /^(go mod edit .*)$/m.exec(page) ?? [];
      await runText(command.replace('./waitlist-service/clients/go', client).split(' '), go);
      printed = await runText(['go', 'run', '.'], go);
    }
    expect(printed).toContain('You are number 1.\n');
    expect(printed).toContain('400 email must be an email address');
    expect(printed).toContain('A waitlist with this name already exists.');
    expect(printed).toContain('1 ada@example.com\n');
  });
});
