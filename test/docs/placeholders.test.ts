import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { builtInPlaceholders } from '../../src/shared/mail/templates/placeholders.ts';

test('docs/email.md lists the placeholders that there are', async () => {
  const page = await readFile('docs/email.md', 'utf8');
  const listed = [...page.matchAll(/^\| `\{\{([a-z_.]+)\}\}` \| (.*) \|$/gm)].map(([, name, label]) => [
    name,
    label,
  ]);
  expect(listed).toEqual(Object.entries(builtInPlaceholders));
});
