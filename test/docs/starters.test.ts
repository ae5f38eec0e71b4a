import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { expect, test } from 'vitest';

const route = 'examples/nextjs/app/signup/route.ts';
const servers = [route, 'examples/express/server.js', 'examples/sveltekit/src/routes/+page.server.js'];

test('the guide to Next.js quotes the route handler exactly', async () => {
  expect(await readFile('docs/guides/nextjs.md', 'utf8')).toContain(
    `\n${await readFile(route, 'utf8')}\`\`\`\n`,
  );
});

test('the starters have one stylesheet and one script that shows the place', async () => {
  const copies = {
    'examples/express/public/style.css': ['nextjs/app', 'sveltekit/src/routes', 'plain-html', 'status-page'],
    'examples/express/public/place.js': ['status-page'],
  };
  for (const [path, folders] of Object.entries(copies))
    for (const folder of folders)
      expect([folder, await readFile(`examples/${folder}/${basename(path)}`, 'utf8')]).toEqual([
        folder,
        await readFile(path, 'utf8'),
      ]);
});

test.each(servers)('%s has at most 30 lines of code (N1)', async (path) => {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => !/^\s*(\/\/.*)?$/.test(line));
  expect(lines.length).toBeLessThanOrEqual(30);
});
