/**
 * `npm run client-package`: writes the typed client as a package of its own to `dist-client`, with one
 * dependency and without the service. Install that folder, or `npm pack` it.
 */
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

const folder = 'dist-client'; // not within `dist`, which is a part of the package of the service
const service = JSON.parse(await readFile('package.json', 'utf8'));
const description = {
  name: 'waitlist-service-client',
  version: service.version,
  description: 'A typed client of the waitlist service, for Node, Deno, Bun and edge runtimes',
  license: service.license,
  type: 'module',
  engines: service.engines,
  sideEffects: false,
  exports: { '.': { types: './client/index.d.ts', default: './client/index.js' } },
  files: ['client'],
  dependencies: { 'openapi-fetch': service.dependencies['openapi-fetch'] },
};
const readme = `# waitlist-service-client

${description.description}. An API key must never reach a browser.

\`\`\`ts
import { createWaitlistClient } from '${description.name}';

const client = createWaitlistClient({ baseUrl: 'http://localhost:3000', apiKey: process.env.WAITLIST_API_KEY ?? '' });
const signup = await client.createSignup(waitlistId, { email: 'ada@example.com' });
console.log(\`You are number \${signup.position}.\`);
\`\`\`
`;

await rm(folder, { recursive: true, force: true });
const built = await readdir('dist/client', { recursive: true });
for (const name of built.filter((name) => /\.(js|d\.ts)$/.test(name))) {
  const text = await readFile(`dist/client/${name}`, 'utf8');
  await mkdir(dirname(`${folder}/client/${name}`), { recursive: true });
  // It has no maps.
  await writeFile(`${folder}/client/${name}`, text.replace(/\n?\/\/# sourceMappingURL=.*$/, ''));
}
await cp('LICENSE', `${folder}/LICENSE`);
await writeFile(`${folder}/README.md`, readme);
await writeFile(`${folder}/package.json`, `${JSON.stringify(description, null, 2)}\n`);
