import { readFile, writeFile } from 'node:fs/promises';
import { writeClients } from './files.ts';

// npm run clients: writes the parts of the clients that are generated from docs/openapi.json. A test fails if
// they are outdated.
const description = JSON.parse(await readFile('docs/openapi.json', 'utf8'));
for (const [path, text] of Object.entries(writeClients(description))) {
  await writeFile(path, text);
  console.log(path);
}
