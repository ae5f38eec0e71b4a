import { startDeployment } from '../../support/deployment/deployment.ts';
import { huntSecrets } from '../../support/secrets/hunt.ts';
import { openSecretPlants } from '../../support/secrets/plants.ts';
import { readFiles } from '../../support/secrets/stores.ts';
import { type FaultRun, report } from '../fault-run.ts';

/**
 * Has real processes handle every secret and every address in every way that they can be handled, and looks for them in all that was
 * answered, logged, sent to Redis and stored, the files of the database included. With `plantedBug` the harness leaks one of its own in
 * every kind of place: each must be found.
 */
export const secrets: FaultRun = async ({ plantedBug }) => {
  const deployment = await startDeployment({ webs: 0, workers: 0 });
  try {
    const plants = plantedBug ? openSecretPlants() : undefined;
    const { leaks, unused, bytes, ...figures } = await huntSecrets({
      sql: deployment.sql,
      env: { DATABASE_URL: deployment.env.DATABASE_URL ?? '', REDIS_URL: deployment.env.REDIS_URL ?? '' },
      thorough: true,
      more: () => readFiles(deployment.dataDir),
      onProgress: deployment.progress.show,
      ...(plants && { plant: plants.plant }),
    });
    deployment.progress.end();
    const held = report({ ...figures, megabytes: Math.round(bytes / 1e6), leaks: leaks.length }, [
      ...unused.map((name) => `${name} did not come to where it belongs: the run has not done its work`),
      ...leaks.map(({ canary, place }) => `${canary.name}: in ${place}`),
    ]);
    if (!plants) return held;
    const missed = plants.missedBy(leaks);
    for (const name of missed) console.error(`not found: ${name}`);
    return missed.length > 0;
  } finally {
    await deployment.close();
  }
};
