import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { z } from 'zod';
import { remapImport, startImport } from '../../shared/capabilities/imports/change-import.ts';
import { readImport } from '../../shared/capabilities/imports/read-import.ts';
import { type Import, ImportQuery, presets } from '../../shared/capabilities/imports/schema.ts';
import { encodings } from '../../shared/capabilities/imports/upload/check-text.ts';
import { uploadImport } from '../../shared/capabilities/imports/upload/upload-import.ts';
import { openUploads } from '../../shared/capabilities/imports/upload/uploads.ts';
import type { Context } from '../../shared/context.ts';
import { findAccountOf } from '../../shared/list/waitlists/queries.ts';
import { assertId } from '../../shared/platform/ids.ts';
import { readOptions } from '../options.ts';
import type { Run } from '../run.ts';

const pollMs = 500;
/** The options of the command `import`. */
export const ImportOptions = ImportQuery.extend({
  notify: z.boolean().default(false),
  events: z.boolean().default(false),
});

export function addImportCommand(program: Command, run: Run): void {
  program
    .command('import')
    .description('import signups from a CSV file; without --start only as a dry run')
    .requiredOption('--waitlist <waitlist>', 'id of the waitlist')
    .argument('<file>', 'the CSV file')
    .option('--preset <preset>', `which product wrote the file: ${presets.join(', ')} (default: auto)`)
    .option(
      '--map <column=target>',
      'what a column becomes, such as Status=subscription; nothing behind = leaves it out; may be repeated',
      collect,
    )
    .option('--positions <positions>', 'append, or keep on a waitlist that is new (default: append)')
    .option('--codes <codes>', 'keep or new (default: keep)')
    .option(
      '--encoding <encoding>',
      `how its characters are stored: auto, ${encodings.join(', ')} (default: auto)`,
    )
    .option(
      '--date-order <order>',
      'what dates such as 1/2/2026 mean: mdy or dmy (default: as the file tells)',
    )
    .option('--notify', 'send new signups their email')
    .option('--events', 'publish signup.created for new signups')
    .option('--start', 'start the import after the dry run')
    .action(async (file, { waitlist, start, map, ...options }, command) => {
      const mapping = map === undefined ? undefined : toMapping(map);
      const query = readOptions(ImportOptions, options);
      await run(command, async (ctx, onProgress) => {
        assertId(waitlist, 'waitlist');
        const accountId = await findAccountOf(ctx.sql, waitlist);
        if (accountId === undefined) throw new Error('No such waitlist.');
        const notifying = { ...ctx, notifier, uploads: openUploads() };
        onProgress('Uploading');
        const bytes = (await open(file)).createReadStream();
        const { id } = await uploadImport(notifying, { accountId }, waitlist, { ...query, bytes });
        if (mapping) await remapImport(notifying, { accountId }, waitlist, id, { mapping });
        const list = { accountId, waitlistId: waitlist };
        const ready = await waitWhile(
          ctx,
          list,
          id,
          'validating',
          ({ would_create, existing, duplicates, rejected, rows }) =>
            bar('Validating', would_create + existing + duplicates + rejected, rows),
          onProgress,
        );
        if (start !== true || ready.state !== 'ready') return toReport(ready);
        await startImport(notifying, { accountId }, waitlist, id, { expected_count: ready.would_create });
        return toReport(
          await waitWhile(
            ctx,
            list,
            id,
            'running',
            ({ step, referrals, created, would_create }) =>
              step === 'referrals'
                ? `Naming who referred whom: ${referrals.toLocaleString('en-US')} so far`
                : bar('Importing', created, would_create),
            onProgress,
          ),
        );
      });
    });
}

const collect = (value: string, before: readonly string[] = []) => [...before, value];

/** @throws Error for a text without `=` */
function toMapping(given: readonly string[]): Record<string, string | null> {
  return Object.fromEntries(
    given.map((text) => {
      const at = text.lastIndexOf('=');
      if (at < 1) throw new Error(`--map ${text}: must be COLUMN=TARGET.`);
      return [text.slice(0, at), text.slice(at + 1) || null];
    }),
  );
}

/** Workers find the jobs by themselves within some seconds. */
const notifier = { notify: () => {} };

async function waitWhile(
  ctx: Context,
  { accountId, waitlistId }: { readonly accountId: string; readonly waitlistId: string },
  id: string,
  state: Import['state'],
  describe: (of: Import) => string,
  onProgress: (text: string) => void,
): Promise<Import> {
  for (;;) {
    const now = await readImport(ctx, { accountId }, waitlistId, id);
    if (now.state !== state) return now;
    onProgress(describe(now));
    await sleep(pollMs);
  }
}

const width = 30;

/** `Importing [######------] 50 % (600 of 1,200)` */
function bar(what: string, done: number, total: number): string {
  const share = total === 0 ? 0 : Math.min(1, done / total);
  const filled = Math.floor(share * width);
  const number = (count: number) => count.toLocaleString('en-US');
  return `${what} [${'#'.repeat(filled)}${'-'.repeat(width - filled)}] ${Math.floor(share * 100)} % (${number(done)} of ${number(total)})`;
}

function toReport({ columns, warnings, left, questions, notes, ...report }: Import): object {
  const {
    id,
    state,
    preset,
    rows,
    would_create,
    existing,
    duplicates,
    rejected,
    over_quota,
    created,
    referrals,
  } = report;
  return {
    id,
    state,
    preset,
    rows,
    would_create,
    existing,
    duplicates,
    rejected,
    over_quota,
    created,
    referrals,
    mapped: Object.entries(columns.mapped).map(([name, target]) => `${name}=${target}`),
    unmapped: columns.unmapped,
    left: Object.entries(left).map(([how, count]) => `${how}=${count}`),
    notes,
    questions: questions.map(({ text }) => text),
    warnings,
  };
}
