import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deployment } from '../../../support/deployment/deployment.ts';

/**
 * How many prepared statements Postgres has refused because a migration changed their result. The service
 * prepares such a statement again, so no answer tells.
 */
export async function countRefusedStatements({ dataDir }: Pick<Deployment, 'dataDir'>): Promise<number> {
  const log = await readFile(join(dataDir, 'cluster', 'postgres.log'), 'utf8');
  return log.split('cached plan must not change result type').length - 1;
}
