import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const route = 'examples/nextjs/app/signup/route.ts';
const servers = [route, 'examples/express/server.js', 'examples/sveltekit/src/routes/+page.server.js'];

test('the guide to Next.js quotes the route handler exactly', async () => {
  expect(await readFile('docs/guides/nextjs.md', 'utf8')).toContain(
    `\n${await readFile(route, 'utf8')}\`\`\`\n`,
  );
});

test.each(servers)('%s has at most 30 lines of code (N1)', async (path) => {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => !/^\s*(\/\/.*)?$/.test(line));
  expect(lines.length).toBeLessThanOrEqual(30);
});
