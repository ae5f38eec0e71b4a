import { openScans } from '../../../src/shared/list/signups/search/scans.ts';
import type { Selection, SelectionAction } from '../../../src/shared/list/signups/selection/schema.ts';
import {
  type SelectionOrder,
  startSelection,
} from '../../../src/shared/list/signups/selection/start-selection.ts';
import { undoSelection } from '../../../src/shared/list/signups/selection/undo-selection.ts';
import type { RowKey } from '../../../src/shared/platform/postgres/by-key.ts';
import { isUnavailable, type Sql, type Tx } from '../../../src/shared/platform/postgres/connection.ts';
import { callerOf, refusalOnly } from './callers.ts';
import { idsOf, type RacingSignup, type World } from './world.ts';

/** Begins to act on a selection, as a web process does. */
function start(world: World, at: 0 | 1, order: Omit<SelectionOrder, 'by'>) {
  const ctx = world.contexts[at];
  const web = { ...ctx, scans: openScans(ctx.sql, 4), notifier: world.notifier };
  const by = { email: 'ada@example.com', token: 'a token' };
  return startSelection(web, callerOf(world), world.lists[0], { ...order, by });
}

/** @returns 503 if the lists are too busy */
async function unlessRefused(work: Promise<unknown>): Promise<number | undefined> {
  try {
    await work;
  } catch (error) {
    if (isUnavailable(error)) return 503;
    refusalOnly(error);
  }
  return undefined;
}

/** Begins to act on a selection, and deals with it beside the workers. */
export const select =
  (world: World, at: 0 | 1, action: SelectionAction, selection: Selection, expected: number) => () =>
    unlessRefused(start(world, at, { action, selection, expected }));

/** Deletes the signups of an import that is to be taken back with them. @returns the selection */
export async function selectImport(world: World, importId: string): Promise<RowKey> {
  const { accountId, contexts } = world;
  const [{ sql }] = contexts;
  const [of] = await sql<[{ signups: number }]>`
    SELECT count(*)::integer AS signups FROM signups WHERE account_id = ${accountId} AND import_id = ${importId}`;
  const filters = { others: { import: (from: Sql | Tx) => from`s.import_id = ${importId}` } };
  const order = { action: 'delete', selection: { filters }, expected: of.signups, importId } as const;
  await start(world, 0, order);
  const [selection] = await sql<{ id: string }[]>`
    SELECT id FROM selections WHERE account_id = ${accountId} AND import_id = ${importId}`;
  return { accountId, id: selection?.id ?? '' };
}

/** Begins to delete a few signups, and takes it back, unless they are gone by then. */
export const deleteAndUndo = (world: World, signups: readonly RacingSignup[]) => () => {
  const { accountId, contexts, lists } = world;
  const order = { action: 'delete', selection: { ids: idsOf(signups) }, expected: signups.length } as const;
  const undo = async () => {
    await start(world, 0, { ...order, waits: true });
    const waiting = await contexts[0].sql<{ id: string }[]>`
      SELECT id FROM selections WHERE account_id = ${accountId} AND finished_at IS NULL ORDER BY id`;
    for (const { id } of waiting)
      await undoSelection(contexts[0], callerOf(world), lists[0], id).catch(refusalOnly);
  };
  return unlessRefused(undo());
};
