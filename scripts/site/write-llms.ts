/** `npm run llms`: writes the list of pages for language models. */
import { writeFile } from 'node:fs/promises';
import { llmsFile, toLlmsText } from './llms.ts';
import { readGroups } from './pages.ts';

await writeFile(llmsFile, toLlmsText(await readGroups()));
console.log(llmsFile);
