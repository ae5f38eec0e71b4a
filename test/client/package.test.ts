import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

test('the client needs nothing but openapi-fetch: neither the service’s code nor Node’s modules', async () => {
  const files = await readdir('src/client');
  const imported = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(`src/client/${file}`, 'utf8');
      return [...text.matchAll(/ from '([\w./@:-]+)';$/gm)].map(([, name]) => name ?? '');
    }),
  );
  const names = new Set(imported.flat().filter((name) => !/^\.\/[\w-]+\.ts$/.test(name)));
  expect([...names]).toEqual(['openapi-fetch']);
});

test('the package gives it as waitlist-service/client, with its types', async () => {
  const built = await import('waitlist-service/client' as string); // what `npm run build` made
  expect(Object.keys(built).toSorted()).toEqual([
    'WaitlistError',
    'WebhookError',
    'createWaitlistClient',
    'verifyWebhook',
  ]);
  expect(await readFile('dist/client/waitlist-client.d.ts', 'utf8')).toContain('createWaitlistClient');
});
