import { startDeployment } from '../../support/deployment/deployment.ts';
import { findLeaks } from '../../support/secrets/find-leaks.ts';
import { openPlantedLeaks } from '../../support/secrets/planted-leaks.ts';
import { dumpAsOperator, readFiles } from '../../support/secrets/stores.ts';
import { type FaultRun, report } from '../fault-run.ts';

/**
 * Real processes handle every kind of secret and address in every way. Then the run searches for them in all
 * answers, logs, Redis commands and stored data, including the files of the database and a dump of it. With
 * `plantedBug` it
 * leaks one secret in every kind of place itself.
 */
export const secrets: FaultRun = async ({ plantedBug }) => {
  const deployment = await startDeployment({ webs: 0, workers: 0 });
  const databaseUrl = deployment.env.DATABASE_URL ?? '';
  try {
    const plants = plantedBug ? openPlantedLeaks() : undefined;
    const { leaks, unused, bytes, ...figures } = await findLeaks({
      sql: deployment.sql,
      env: { DATABASE_URL: databaseUrl, REDIS_URL: deployment.env.REDIS_URL ?? '' },
      thorough: true,
      more: async () => {
        const dump = await dumpAsOperator(databaseUrl);
        if (dump.length === 0) console.log('This Postgres has no pg_dump: tables and files are searched.');
        return [...dump, ...(await readFiles(deployment.dataDir))];
      },
      onProgress: deployment.progress.show,
      ...(plants && { plant: plants.plant }),
    });
    deployment.progress.end();
    const passed = report({ ...figures, megabytes: Math.round(bytes / 1e6), leaks: leaks.length }, [
      ...unused.map((name) => `${name} never reached its provider: the run did not test it`),
      ...leaks.map(({ canary, place }) => `${canary.name} is in ${place}`),
    ]);
    if (!plants) return passed;
    const missed = plants.missedBy(leaks);
    for (const name of missed) console.error(`missed: ${name}`);
    return missed.length > 0;
  } finally {
    await deployment.close();
  }
};
