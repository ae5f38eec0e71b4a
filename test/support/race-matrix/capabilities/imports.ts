import { randomUUID } from 'node:crypto';
import { startImport } from '../../../../src/shared/capabilities/imports/change-import.ts';
import { ReadAhead } from '../../../../src/shared/capabilities/imports/parts/read-ahead.ts';
import { runPart } from '../../../../src/shared/capabilities/imports/parts/run-part.ts';
import { validatePart } from '../../../../src/shared/capabilities/imports/parts/validate-part.ts';
import { ImportQuery } from '../../../../src/shared/capabilities/imports/schema.ts';
import { uploadImport } from '../../../../src/shared/capabilities/imports/upload/upload-import.ts';
import { openUploads } from '../../../../src/shared/capabilities/imports/upload/uploads.ts';
import type { Context } from '../../../../src/shared/context.ts';
import type { RowKey } from '../../../../src/shared/platform/postgres/by-key.ts';
import { type Operations, onList, type RacingSignup, type World } from '../world.ts';

/**
 * Uploads signups that name those of the race as their referrers, validates and starts. @returns the import
 */
async function startedImport(world: World, signups: readonly RacingSignup[]): Promise<RowKey> {
  const { accountId, lists, notifier } = world;
  const [ctx] = world.contexts;
  const lines = [
    'email,created_at,referral_code,referred_by,unsub_time',
    ...signups.map(({ email }) => `${email},,,,`),
    ...signups.map(
      ({ email }, n) => `${randomUUID()}@example.com,2024-01-0${n + 1},${randomUUID()},${email},`,
    ),
    `${randomUUID()}@example.com,2024-02-01,,,2024-02-02`,
  ];
  const bytes = (async function* () {
    yield Buffer.from(lines.join('\n'));
  })();
  const query = ImportQuery.parse({ preset: 'auto', notify: 'true', events: 'true' });
  const web = { ...ctx, notifier, uploads: openUploads() };
  const { id } = await uploadImport(web, { accountId }, lists[0], { ...query, bytes });
  const key = { accountId, id };
  const ahead = new ReadAhead({ sql: ctx.sql, turnMs: 1_000 });
  while ((await validatePart(ctx, key, ahead)).hasMore);
  await startImport(web, { accountId }, lists[0], id, {});
  return key;
}

export const imports: Operations = {
  'run an import': {
    async prepare(world, signups) {
      const key = await startedImport(world, signups);
      const run = (ctx: Context) => async () => {
        while ((await runPart({ ...ctx, notifier: world.notifier }, key)).hasMore);
        return undefined;
      };
      return [
        run(world.contexts[0]),
        run(world.contexts[1]),
        () => world.call('POST', onList(world, `/imports/${key.id}/start`), {}),
      ];
    },
  },
  'cancel an import': {
    async prepare(world, signups) {
      const key = await startedImport(world, signups);
      const run = async () => {
        while ((await runPart({ ...world.contexts[0], notifier: world.notifier }, key)).hasMore);
        return undefined;
      };
      return [run, () => world.call('POST', onList(world, `/imports/${key.id}/cancel`))];
    },
  },
};
