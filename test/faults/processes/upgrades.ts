import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { addColumns } from '../../support/deployment/add-columns.ts';
import { type Build, migrateBuild } from '../../support/deployment/build.ts';
import { type Deployment, startDeployment } from '../../support/deployment/deployment.ts';
import { startProcess } from '../../support/service/processes.ts';
import { type FaultRun, missedOne, report } from '../fault-run.ts';
import { buildBefore, listSteps } from './upgrades/builds.ts';
import { openAsker } from './upgrades/every-request.ts';
import { countRefusedStatements } from './upgrades/refused-statements.ts';

/** Of the history, the newest; `size` gives another number. */
const defaultSteps = 3;
/** Of Redis, in turn. */
const redisDatabases = 15;

/**
 * Applies migrations beside a web and a worker process that run and have prepared their statements: one that
 * adds a column to every table beside this build, and those of the last commits, each beside the build before
 * it (`size` of them). No request is answered with a 5xx, and Postgres refuses no prepared statement. With
 * `plantedBug` this build reads accounts with `SELECT *`.
 */
export const upgrades: FaultRun = async ({ plantedBug, size = defaultSteps }) => {
  const deployment = await startDeployment({ webs: 0, workers: 0 });
  const figures: Record<string, string | number> = {};
  const problems: string[] = [];
  let asked = 0;
  try {
    const own = plantedBug ? await withStar(join(deployment.dataDir, 'planted')) : process.cwd();
    deployment.progress.show('A column for every table');
    const now = await upgrade(deployment, { cwd: own, number: 0 }, () => addColumns(deployment.sql));
    asked += now.asked;
    problems.push(...now.problems);
    if (plantedBug) return missedOne({ 'a read of all columns': problems });

    const steps = (await listSteps()).slice(0, size);
    figures['migrations tried'] = 0;
    for (const [index, { commit, files }] of steps.entries()) {
      const what = `${commit.slice(0, 7)} (${files.length} files, ${files[0]})`;
      deployment.progress.show(`${index + 1} of ${steps.length}: ${what}`);
      const folder = join(deployment.dataDir, commit);
      const built = await buildBefore(commit, folder);
      if (!built) continue;
      const one = await upgrade(deployment, { cwd: built.build, number: index + 1 }, (env) =>
        migrateBuild({ cwd: built.next, env }),
      );
      asked += one.asked;
      figures['migrations tried'] += 1;
      problems.push(...one.problems.map((problem) => `${what}: ${problem}`));
    }
    deployment.progress.end();
    return report({ ...figures, requests: asked }, problems);
  } finally {
    await deployment.close();
  }
};

/** Asks a build for everything, changes its database meanwhile, and asks again. */
async function upgrade(
  deployment: Deployment,
  { cwd, number }: { cwd: string; number: number },
  change: (env: NodeJS.ProcessEnv) => Promise<void>,
): Promise<{ asked: number; problems: string[] }> {
  const env = { ...deployment.env };
  if (number > 0) {
    const database = new URL(env.DATABASE_URL ?? '');
    database.pathname = `/upgrade_${number}`;
    await deployment.sql.unsafe(`CREATE DATABASE upgrade_${number}`);
    env.DATABASE_URL = database.href;
    const redis = new URL(env.REDIS_URL ?? '');
    redis.pathname = `/${1 + (number % redisDatabases)}`;
    env.REDIS_URL = redis.href;
  }
  const build: Build = { cwd, env };
  await migrateBuild(build);
  const refusedBefore = await countRefusedStatements(deployment);
  const web = await startProcess('web', env, { cwd });
  const worker = await startProcess('worker', env, { cwd });
  try {
    const asker = await openAsker(build, web.url);
    const warm = await asker.askAll();
    const [, during] = await Promise.all([change(env), asker.askAll()]);
    const after = await asker.askAll();
    const refused = (await countRefusedStatements(deployment)) - refusedBefore;
    return {
      asked: asker.asked,
      problems: [
        ...warm.map((line) => `before: ${line}`),
        ...during.map((line) => `meanwhile: ${line}`),
        ...after.map((line) => `after: ${line}`),
        ...(refused > 0 ? [`Postgres refused ${refused} prepared statements`] : []),
      ],
    };
  } finally {
    await Promise.all([web.stop(), worker.stop()]);
  }
}

/** This build, but one statement gives all columns. @returns its folder */
async function withStar(folder: string): Promise<string> {
  for (const part of ['dist', 'migrations', 'data', 'src/api/dashboard/assets', 'package.json'])
    await cp(part, join(folder, part), { recursive: true });
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  const file = join(folder, 'dist/shared/account/accounts/queries.js');
  const text = await readFile(file, 'utf8');
  const planted = text.replace(/SELECT \$\{sql\(columns\)\} FROM/, 'SELECT * FROM');
  if (planted === text) throw new Error('There is no statement to break');
  await writeFile(file, planted);
  return folder;
}
