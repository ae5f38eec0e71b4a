import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

test('the page on scaling quotes the configuration of nginx exactly', async () => {
  const page = await readFile('docs/scaling.md', 'utf8');
  expect(page).toContain(`\`\`\`nginx\n${await readFile('ops/nginx/front-door.conf', 'utf8')}\`\`\`\n`);
});
