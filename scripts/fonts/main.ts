/**
 * `npm run fonts`: copies the fonts that pictures are drawn with from their npm packages to data/fonts. The
 * packages hold a hundred times as much as is drawn, so production gets these files instead of them.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  fontFamilies,
  fontFile,
  fontFolder,
  fontWeights,
} from '../../src/api/hosted/cards/fonts/families.ts';

const version = '5.3.0';

for (const [family, scripts] of Object.entries(fontFamilies)) {
  const unpacked = mkdtempSync(join(tmpdir(), 'fonts-'));
  const [{ filename }] = JSON.parse(
    execFileSync('npm', ['pack', '--json', `@fontsource/${family}@${version}`], {
      cwd: unpacked,
      encoding: 'utf8',
    }),
  ) as [{ filename: string }];
  execFileSync('tar', ['-xzf', filename], { cwd: unpacked });
  mkdirSync(new URL(`${family}/`, fontFolder), { recursive: true });
  copyFileSync(join(unpacked, 'package/LICENSE'), new URL(`${family}/LICENSE`, fontFolder));
  for (const script of scripts)
    for (const weight of fontWeights)
      copyFileSync(
        join(unpacked, `package/files/${family}-${script}-${weight}-normal.woff`),
        fontFile(family, script, weight),
      );
  rmSync(unpacked, { recursive: true });
  console.log(`${family}: ${scripts.join(', ')}`);
}
