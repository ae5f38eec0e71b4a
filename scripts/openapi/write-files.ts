import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { writeApiDocument } from './api-document.ts';
import { writeClientTypes } from './client-types.ts';

// npm run openapi: writes the files that are generated from the API description. A test fails if they are
// outdated.
const document = await writeApiDocument();
await write('docs/openapi.json', document);
await write('src/client/api-types.ts', await writeClientTypes(document));

async function write(path: string, text: string): Promise<void> {
  await writeFile(fileURLToPath(new URL(`../../${path}`, import.meta.url)), text);
  console.log(path);
}
