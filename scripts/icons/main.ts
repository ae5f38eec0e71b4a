/**
 * `npm run icons`: copies the icons that the dashboard shows from the package lucide-static to data/icons. It
 * holds two thousand, so production gets these instead of it.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { iconNames, iconsFile } from '../../src/api/dashboard/parts/icons/icon-names.ts';

const version = '1.62.0';

const unpacked = mkdtempSync(join(tmpdir(), 'icons-'));
const [{ filename }] = JSON.parse(
  execFileSync('npm', ['pack', '--json', `lucide-static@${version}`], { cwd: unpacked, encoding: 'utf8' }),
) as [{ filename: string }];
execFileSync('tar', ['-xzf', filename], { cwd: unpacked });
const shapeOf = (name: string) => {
  const svg = readFileSync(join(unpacked, `package/icons/${name}.svg`), 'utf8');
  const [, shape = ''] = /<svg[^>]*>(.*)<\/svg>/s.exec(svg) ?? [];
  return shape.replaceAll(/\s*\n\s*/g, '').replaceAll(' />', '/>');
};
const icons = Object.fromEntries(iconNames.map((name) => [name, shapeOf(name)]));
writeFileSync(iconsFile, `${JSON.stringify(icons, undefined, 2)}\n`);
copyFileSync(join(unpacked, 'package/LICENSE'), new URL('LICENSE', iconsFile));
rmSync(unpacked, { recursive: true });
console.log(`${iconNames.length} icons`);
