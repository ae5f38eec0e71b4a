import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('the client imports only openapi-fetch, and neither the service nor modules of Node', async () => {
  const all = await readdir('src/client', { recursive: true });
  const files = all.filter((file) => file.endsWith('.ts'));
  expect(files.length).toBeGreaterThan(10);
  const imported = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(`src/client/${file}`, 'utf8');
      return [...text.matchAll(/ from '([\w./@:-]+)';$/gm)].map(([, name]) => name ?? '');
    }),
  );
  const names = new Set(imported.flat().filter((name) => !/^\.{1,2}\/(calls\/)?[\w-]+\.ts$/.test(name)));
  expect([...names]).toEqual(['openapi-fetch']);
});

test('the package exports it with its types as waitlist-service/client', async () => {
  const built = await import('waitlist-service/client' as string); // the output of `npm run build`
  expect(Object.keys(built).toSorted()).toEqual([
    'WaitlistError',
    'WebhookError',
    'createWaitlistClient',
    'readPublicLeaderboard',
    'readStatus',
    'verifyWebhook',
  ]);
  expect(await readFile('dist/client/waitlist-client.d.ts', 'utf8')).toContain('createWaitlistClient');
});

test('a page cannot hold a client with its key, and can read a status', async () => {
  const script = `
    const { createWaitlistClient, readStatus } = await import('waitlist-service/client');
    const { log } = console;
    Object.assign(globalThis, { document: {}, process: undefined });
    try { createWaitlistClient({ baseUrl: 'http://localhost:1', apiKey: 'wl_live_1' }); } catch (error) { log(error.message); }
    await readStatus('token', { baseUrl: 'http://localhost:1' }).catch((error) => log(error.message));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  expect(stdout).toMatch(
    /^This client would show its API key to everybody.*use readStatus.*\nfetch failed\n$/,
  );
});
