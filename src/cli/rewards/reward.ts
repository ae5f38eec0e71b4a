import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { z } from 'zod';
import { fulfilRewards } from '../../shared/capabilities/rewards/fulfilment/fulfil-rewards.ts';
import { exportRewards, listRewards } from '../../shared/capabilities/rewards/fulfilment/list-earned.ts';
import { EarnedFilter, FulfilInput } from '../../shared/capabilities/rewards/fulfilment/schema.ts';
import type { Context } from '../../shared/context.ts';
import { openScans } from '../../shared/list/signups/search/scans.ts';
import { openDownloads } from '../../shared/platform/csv/downloads.ts';
import { operatorOfList } from '../operator.ts';
import { limitOption, readOptions, wholeNumber } from '../options.ts';
import { wideOption } from '../output.ts';
import type { Run } from '../run.ts';
import { ask } from '../terminal/ask.ts';

const { reward, q } = EarnedFilter.shape;

/** What narrows earned rewards. */
export const RewardOptions = z.object({ reward, q });
/** What narrows those that are marked. */
export const FulfilOptions = RewardOptions.extend({
  at: FulfilInput.shape.filter.shape.at,
  signup: FulfilInput.shape.filter.shape.signup_ids,
});

/** What the options of `list` and `export` ask for. @throws Error for a bad one */
function toFilter(options: { open?: true; fulfilled?: true }): EarnedFilter {
  const { open = false, fulfilled = false } = options;
  if (open && fulfilled) throw new Error('--open: cannot be given with --fulfilled');
  const state = open ? 'false' : fulfilled ? 'true' : undefined;
  return { ...readOptions(RewardOptions, options), fulfilled: state };
}

/** Limits are those of one command. */
const withReads = (ctx: Context) => ({
  ...ctx,
  scans: openScans(ctx.sql, ctx.config.database.connections),
  downloads: openDownloads(ctx.config.database.connections),
});

export function addRewardCommands(program: Command, run: Run): void {
  const command = program.command('reward').description('rewards that people of a waitlist earned');
  const narrowed = (name: string, description: string) =>
    command
      .command(name)
      .description(description)
      .requiredOption('--waitlist <waitlist>', 'id of the waitlist')
      .option('--reward <key>', 'only the reward with this key')
      .option('--q <text>', 'only people whose address contains this');

  narrowed('list', 'list who earned what, newest first')
    .option('--open', 'only what is still to be handed over')
    .option('--fulfilled', 'only what was handed over')
    .addOption(limitOption(50))
    .addOption(wideOption())
    .action(async ({ waitlist, limit, ...options }, command) => {
      const filter = toFilter(options);
      await run(
        command,
        async (ctx) => {
          const caller = await operatorOfList(ctx, waitlist);
          return (await listRewards(withReads(ctx), caller, waitlist, { ...filter, limit, offset: 0 })).data;
        },
        ['reached_at', 'key', 'fulfilled_at', 'email'],
      );
    });

  narrowed('export', 'write who earned what to a CSV file, with the custom fields')
    .option('--open', 'only what is still to be handed over')
    .option('--fulfilled', 'only what was handed over')
    .requiredOption('--output <file>', 'the file, which must not exist yet')
    .action(async ({ waitlist, output: file, ...options }, command) => {
      const filter = toFilter(options);
      await run(command, async (ctx) => {
        const caller = await operatorOfList(ctx, waitlist);
        const text = await exportRewards(withReads(ctx), caller, waitlist, filter);
        const out = createWriteStream(file, { flags: 'wx', mode: 0o600 });
        await pipeline(text, out);
        return { file, bytes: out.bytesWritten };
      });
    });

  narrowed('fulfil', 'note that rewards were handed over; asks for their number')
    .option('--at <count>', 'only the reward that so many referrals reach', wholeNumber)
    .option('--signup <id...>', 'only those of these signups')
    .option('--take-back', 'note that they were not')
    .option('--dry-run', 'count them, and change nothing')
    .option('--expected-count <count>', 'their number, in place of the question', wholeNumber)
    .action(async ({ waitlist, takeBack = false, dryRun, expectedCount, ...options }, command) => {
      const { signup, ...more } = readOptions(FulfilOptions, options);
      const filter = { ...more, signup_ids: signup };
      assertNarrow(filter);
      const order = { fulfilled: !takeBack, filter };
      await run(command, async (ctx) => {
        const caller = await operatorOfList(ctx, waitlist);
        const mark = (dry_run: boolean) =>
          fulfilRewards({ ...ctx, notifier: { notify: () => {} } }, caller, waitlist, { ...order, dry_run });
        const counted = await mark(true);
        if (dryRun || counted.matched === 0) return counted;
        const expected = expectedCount ?? (await askForCount(counted.matched, takeBack));
        if (expected !== counted.matched)
          throw new Error(`Nothing was changed: ${counted.matched} match, not ${expected}`);
        return mark(false);
      });
    });
}

/** @throws Error for a filter that is empty: it would match everything */
function assertNarrow(filter: FulfilInput['filter']): void {
  if (Object.values(filter).every((value) => value === undefined))
    throw new Error('Give at least one of --reward, --at, --signup and --q');
}

/** Asks the person at the terminal. @throws Error where nobody can answer, or the number is another */
async function askForCount(matched: number, takeBack: boolean): Promise<number> {
  const rewards = matched === 1 ? '1 reward' : `${matched} rewards`;
  const done = takeBack ? 'not handed over' : 'handed over';
  const answer = await ask(`Mark ${rewards} as ${done}? Type the number to do it: `);
  if (answer === undefined) throw new Error(`${rewards} match. Add --expected-count ${matched} to mark them`);
  if (Number(answer.replaceAll(/[\s.,’']/g, '')) !== matched) throw new Error('Nothing was changed');
  return matched;
}
