/**
 * `npm run site`: builds the documentation site into `scripts/site/dist`. `-- --preview` serves it
 * afterwards.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findDeadLinks } from './links.ts';
import { readGroups } from './pages.ts';
import { prepareSite } from './prepare.ts';

const cwd = 'scripts/site';
const run = (command: string, args: readonly string[]) =>
  execFileSync(command, args, { cwd, stdio: 'inherit' });

const groups = await readGroups();
const dead = findDeadLinks(groups.flatMap(({ pages }) => pages));
if (dead.length > 0) {
  console.error(['Links that lead nowhere:', ...dead].join('\n'));
  process.exit(1);
}
await prepareSite(groups);
if (!existsSync(`${cwd}/node_modules/vitepress`)) run('npm', ['ci', '--workspaces=false']);
run('npx', ['--no-install', 'vitepress', 'build']);
if (process.argv.includes('--preview'))
  run('npx', ['--no-install', 'vitepress', 'preview', '--host', '127.0.0.1']);
