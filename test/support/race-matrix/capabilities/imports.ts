import { randomUUID } from 'node:crypto';
import { startImport } from '../../../../src/shared/capabilities/imports/change-import.ts';
import { ReadAhead } from '../../../../src/shared/capabilities/imports/parts/read-ahead.ts';
import { runPart } from '../../../../src/shared/capabilities/imports/parts/run-part.ts';
import { validatePart } from '../../../../src/shared/capabilities/imports/parts/validate-part.ts';
import { ImportQuery } from '../../../../src/shared/capabilities/imports/schema.ts';
import { uploadImport } from '../../../../src/shared/capabilities/imports/upload/upload-import.ts';
import { openUploads } from '../../../../src/shared/capabilities/imports/upload/uploads.ts';
import type { Context } from '../../../../src/shared/context.ts';
import { workOnPart } from '../../../../src/shared/list/signups/selection/work-on-part.ts';
import type { RowKey } from '../../../../src/shared/platform/postgres/by-key.ts';
import { selectImport } from '../selecting.ts';
import { type Operations, onList, type RacingSignup, unheard, type World } from '../world.ts';

/**
 * Uploads signups that name those of the race as their referrers, and validates. With `bouncedAt` the file
 * also says of every other one of the race that its address has bounced. @returns the import
 */
async function readyImport(world: World, signups: readonly RacingSignup[], bouncedAt = ''): Promise<RowKey> {
  const { accountId, lists, notifier } = world;
  const [ctx] = world.contexts;
  const lines = [
    'email,created_at,referral_code,referred_by,unsub_time,bounced_at',
    ...signups.map(({ email }, n) => `${email},,,,,${n % 2 === 0 ? bouncedAt : ''}`),
    ...signups.map(
      ({ email }, n) => `${randomUUID()}@example.com,2024-01-0${n + 1},${randomUUID()},${email},,`,
    ),
    `${randomUUID()}@example.com,2024-02-01,,,2024-02-02,`,
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
  return key;
}

const begin = ({ contexts: [ctx], lists, notifier }: World, { accountId, id }: RowKey) =>
  startImport({ ...ctx, notifier }, { accountId }, lists[0], id, {});

async function startedImport(world: World, signups: readonly RacingSignup[]): Promise<RowKey> {
  const key = await readyImport(world, signups);
  await begin(world, key);
  return key;
}

const run =
  ({ contexts, notifier }: World, at: 0 | 1, key: RowKey) =>
  async () => {
    while ((await runPart({ ...contexts[at], notifier }, key)).hasMore);
    return undefined;
  };

export const imports: Operations = {
  'run an import': {
    async prepare(world, signups) {
      const key = await startedImport(world, signups);
      return [
        run(world, 0, key),
        run(world, 1, key),
        () => world.call('POST', onList(world, `/imports/${key.id}/start`), {}),
      ];
    },
  },
  'cancel an import': {
    async prepare(world, signups) {
      const key = await startedImport(world, signups);
      return [run(world, 0, key), () => world.call('POST', onList(world, `/imports/${key.id}/cancel`))];
    },
  },
  'take an import back': {
    async prepare(world, signups) {
      const { contexts, notifier } = world;
      const bouncedAt = '2024-02-02';
      const key = await readyImport(world, signups, bouncedAt);
      await begin(world, key);
      await run(world, 0, key)();
      const other = await readyImport(world, signups, bouncedAt);
      await begin(unheard(world), other);
      const selection = await selectImport(unheard(world), key.id);
      const takeBack = (ctx: Context) => async () => {
        while ((await workOnPart({ ...ctx, notifier }, selection)).hasMore);
        return undefined;
      };
      return [takeBack(contexts[0]), takeBack(contexts[1]), run(world, 0, other), run(world, 1, other)];
    },
  },
};
