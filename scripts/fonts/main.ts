/**
 * `npm run fonts`: copies the fonts of pictures and of the dashboard from their npm packages to data/fonts.
 * The
 * packages hold a hundred times as much, so production gets these files instead of them.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dashboardFont } from '../../src/api/dashboard/assets.ts';
import {
  fontFamilies,
  fontFile,
  fontFolder,
  fontWeights,
} from '../../src/api/hosted/cards/fonts/families.ts';

const version = '5.3.0';

/** Unpacks a package to a folder that the caller removes. */
function unpack(name: string): string {
  const unpacked = mkdtempSync(join(tmpdir(), 'fonts-'));
  const [{ filename }] = JSON.parse(
    execFileSync('npm', ['pack', '--json', `${name}@${version}`], { cwd: unpacked, encoding: 'utf8' }),
  ) as [{ filename: string }];
  execFileSync('tar', ['-xzf', filename], { cwd: unpacked });
  return unpacked;
}

for (const [family, scripts] of Object.entries(fontFamilies)) {
  const unpacked = unpack(`@fontsource/${family}`);
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

const variable = unpack('@fontsource-variable/inter');
copyFileSync(join(variable, 'package/files/inter-latin-wght-normal.woff2'), dashboardFont);
rmSync(variable, { recursive: true });
console.log('inter: one file of all weights for the dashboard');
