import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { z } from 'zod';
import type { Caller } from '../../shared/account/api-keys/caller.ts';
import {
  cancelAnnouncement,
  pauseAnnouncement,
  resumeAnnouncement,
} from '../../shared/capabilities/announcements/control-announcement.ts';
import {
  type DraftContext,
  draftAnnouncement,
} from '../../shared/capabilities/announcements/draft-announcement.ts';
import { launchAnnouncement } from '../../shared/capabilities/announcements/launch-announcement.ts';
import { findAccountOfAnnouncement } from '../../shared/capabilities/announcements/queries.ts';
import {
  listAnnouncements,
  readAnnouncement,
} from '../../shared/capabilities/announcements/read-announcements.ts';
import {
  AnnouncementLaunchInput,
  AnnouncementTest,
  announcementSchemas,
} from '../../shared/capabilities/announcements/schema.ts';
import { testAnnouncement } from '../../shared/capabilities/announcements/text/try-text.ts';
import type { Context } from '../../shared/context.ts';
import { openScans } from '../../shared/list/signups/search/scans.ts';
import { assertId } from '../../shared/platform/ids.ts';
import { describeFirstIssue } from '../../shared/platform/schema/issue.ts';
import { operatorOf, operatorOfList } from '../operator.ts';
import { limitOption, readOptions, wholeNumber } from '../options.ts';
import { wideOption } from '../output.ts';
import type { Run } from '../run.ts';
import { ask } from '../terminal/ask.ts';
import { toReport } from './report.ts';

const pollMs = 500;

/** What launches an announcement, besides its number of people. */
export const LaunchOptions = z.object({
  expectedCount: AnnouncementLaunchInput.shape.expected_count.optional(),
  sample: AnnouncementLaunchInput.shape.sample,
});
export const TestOptions = z.object({ to: AnnouncementTest.shape.to });

/** What operations on announcements need beside the context. Workers find the jobs by themselves. */
const withScans = (ctx: Context): DraftContext => ({
  ...ctx,
  scans: openScans(ctx.sql, ctx.config.database.connections),
  notifier: { notify: () => {} },
});

async function operatorOfAnnouncement(ctx: Context, id: string): Promise<Caller> {
  assertId(id, 'announcement');
  return operatorOf(ctx, await findAccountOfAnnouncement(ctx.sql, id), 'announcement');
}

export function addAnnouncementCommands(program: Command, run: Run): void {
  const announcement = program.command('announcement').description('mails to the people of a waitlist');

  announcement
    .command('draft')
    .description('draft an announcement, and show who would get it; nobody is mailed')
    .requiredOption('--waitlist <waitlist>', 'id of the waitlist')
    .option('--html-file <file>', 'HTML file with the mail, in place of `html` or `design` in the file')
    .argument('<file>', 'JSON file: name, subject, design or html, filter, per_hour, send_at')
    .action(async (file, { waitlist, htmlFile }, command) => {
      const input = toInput(await read(file), htmlFile === undefined ? undefined : await read(htmlFile));
      await run(command, async (ctx, onProgress) => {
        const caller = await operatorOfList(ctx, waitlist);
        const { id } = await draftAnnouncement(withScans(ctx), caller, waitlist, input);
        for (;;) {
          const report = await readAnnouncement(ctx, caller, id);
          if (report.state !== 'counting') return toReport(report);
          onProgress('Counting the people');
          await sleep(pollMs);
        }
      });
    });

  announcement
    .command('list')
    .description('list the newest announcements of a waitlist')
    .requiredOption('--waitlist <waitlist>', 'id of the waitlist')
    .addOption(limitOption(50))
    .addOption(wideOption())
    .action(async ({ waitlist, limit }, command) =>
      run(
        command,
        async (ctx) => {
          const caller = await operatorOfList(ctx, waitlist);
          const { data } = await listAnnouncements(ctx, caller, waitlist, { limit, offset: 0 });
          return data.map(({ id, state, selected, created_at, launched_at, finished_at, name }) => ({
            ...{ id, state, selected, created_at, launched_at, finished_at, name },
          }));
        },
        ['id', 'state', 'selected', 'launched_at', 'name'],
      ),
    );

  announcement
    .command('show')
    .description('show an announcement with what came of it')
    .argument('<announcement>', 'id of the announcement')
    .action(async (id, _options, command) =>
      run(command, async (ctx) =>
        toReport(await readAnnouncement(ctx, await operatorOfAnnouncement(ctx, id), id)),
      ),
    );

  announcement
    .command('test')
    .description('send one mail of an announcement, with made-up values')
    .argument('<announcement>', 'id of the announcement')
    .requiredOption('--to <email>', 'who gets it')
    .action(async (id, options, command) => {
      const { to } = readOptions(TestOptions, options);
      await run(command, async (ctx) => testAnnouncement(ctx, await operatorOfAnnouncement(ctx, id), id, to));
    });

  announcement
    .command('launch')
    .description('mail an announcement to its people; asks for their number')
    .argument('<announcement>', 'id of the announcement')
    .option('--expected-count <count>', 'their number, in place of the question', wholeNumber)
    .option('--sample <count>', 'so many get it first, and it pauses', wholeNumber)
    .action(async (id, options, command) => {
      const { expectedCount, sample } = readOptions(LaunchOptions, options);
      await run(command, async (ctx) => {
        const caller = await operatorOfAnnouncement(ctx, id);
        const { name, selected } = await readAnnouncement(ctx, caller, id);
        const expected_count = expectedCount ?? (await askForCount(name, selected));
        await launchAnnouncement(withScans(ctx), caller, id, { expected_count, sample });
        return toReport(await readAnnouncement(ctx, caller, id));
      });
    });

  for (const [name, control, description] of [
    [
      'pause',
      pauseAnnouncement,
      'pause an announcement; mails that have not begun to be sent are taken back',
    ],
    ['resume', resumeAnnouncement, 'go on with a paused announcement'],
    ['cancel', cancelAnnouncement, 'discard a draft, or end an announcement: nobody else gets it'],
  ] as const)
    announcement
      .command(name)
      .description(description)
      .argument('<announcement>', 'id of the announcement')
      .action(async (id, _options, command) =>
        run(command, async (ctx) =>
          toReport(await control(withScans(ctx), await operatorOfAnnouncement(ctx, id), id)),
        ),
      );
}

async function read(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => {
    throw new Error(`${file} cannot be read`);
  });
}

/** What a file says of an announcement. @throws Error that names what is wrong in it */
function toInput(text: string, html: string | undefined) {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw new Error('The file must be a JSON object.');
  }
  const whole = html === undefined ? given : { ...Object(given), design: null, html };
  const { data, error } = announcementSchemas().AnnouncementInput.safeParse(whole);
  if (error) throw new Error(describeFirstIssue(error, { whole: 'The file' }));
  return data;
}

/** Asks the person at the terminal. @throws Error where nobody can answer */
async function askForCount(name: string, selected: number): Promise<number> {
  const people = selected === 1 ? '1 person' : `${selected} people`;
  const answer = await ask(`“${name}” goes to ${people}. Type their number to launch it: `);
  if (answer === undefined)
    throw new Error(`It goes to ${people}. Add --expected-count ${selected} to launch it`);
  if (Number(answer.replaceAll(/[\s.,’']/g, '')) !== selected) throw new Error('Nothing was sent');
  return selected;
}
