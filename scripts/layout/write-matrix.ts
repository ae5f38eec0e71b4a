/** `npm run matrix`: writes the table of districts in docs/architecture.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { readArrows, toMatrix } from './districts.ts';

const page = 'docs/architecture.md';
const place = /(<!-- matrix -->\n\n)[\s\S]*?(\n<!-- \/matrix -->)/;

/** The page with the table as it is now. */
export const withMatrix = (text: string): string =>
  text.replace(place, (_, start: string, end: string) => `${start}${toMatrix(readArrows())}\n${end}`);

if (process.argv[1]?.endsWith('write-matrix.ts')) writeFileSync(page, withMatrix(readFileSync(page, 'utf8')));
